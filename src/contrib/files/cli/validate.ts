import type { CliContext, ExitCode } from '../../../cli/cliContext.ts';
import { diskFolder } from '../common/diskFolder.ts';
import { isComplete, readFileSet } from '../common/fileSet.ts';
import { draftProblems } from '../common/planProblems.ts';
import { problemLine } from '../common/planTexts.ts';
import { folderOf, placeIn } from './fileSets.ts';

export async function validateFiles(context: CliContext): Promise<ExitCode> {
  const { output, localizer, signal } = context;
  const fileSet = await readFileSet(diskFolder(folderOf(context)), { localizer, signal });
  const problems = [...fileSet.problems, ...fileSet.files.flatMap(file => draftProblems(file, localizer))];
  const isValid = isComplete({ problems });
  if (output.isDocument) output.document({ valid: isValid, files: fileSet.files.length, problems });
  else {
    output.lines(problems.map(problem => problemLine(problem, localizer, placeIn(context))));
    output.note(localizer.plural('{count} file checked.|{count} files checked.', fileSet.files.length));
  }
  return isValid ? 0 : 1;
}
