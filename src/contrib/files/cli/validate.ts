import { command } from '../../../cli/contribution.ts';
import { general } from '../../../cli/optionTable.ts';
import { isComplete, readFileSet } from '../common/fileSet.ts';
import { draftProblems } from '../common/planProblems.ts';
import { problemLine } from '../common/planTexts.ts';
import { folderOf, placeIn } from './fileSets.ts';

export const validateCommand = command({
  operands: '[FOLDER]',
  synonyms: ['fmt'],
  completes: 'folder',
  texts: ({ t }) => ({
    summary: t('Check files without a server'),
    details: [
      t(
        'Reads all files in FOLDER (the current one by default), and prints each problem with file, line and column: syntax, wrong values, two files for one object, schedules that cannot be read. Whether the names in the files exist, only “plan” can tell.',
      ),
      t('The exit code is 1 if there is an error, and 0 if there are at most warnings.'),
    ],
    examples: {
      'device-automation validate plant': t('Check the folder “plant”, for example before a commit.'),
    },
  }),
  options: {
    ...general('output', 'json'),
  },
  run: async context => {
    const { output, localizer, signal } = context;
    const fileSet = await readFileSet(folderOf(context), { localizer, signal });
    const problems = [...fileSet.problems, ...fileSet.files.flatMap(file => draftProblems(file, localizer))];
    const isValid = isComplete({ problems });
    if (output.isDocument) output.document({ valid: isValid, files: fileSet.files.length, problems });
    else {
      output.lines(problems.map(problem => problemLine(problem, localizer, placeIn(context))));
      output.note(localizer.plural('{count} file checked.|{count} files checked.', fileSet.files.length));
    }
    return isValid ? 0 : 1;
  },
});
