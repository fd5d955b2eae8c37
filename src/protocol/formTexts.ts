/** The words of a form's page; the host fills them in, in the user's language. */
export const formTextKeys = [
  'loading',
  'general',
  'schedule',
  'targets',
  'devices',
  'work',
  'nothingChosen',
  'nothingFound',
  'alreadyChosen',
  'notIds',
  'useText',
  'useId',
  'idUnknown',
  'notKnown',
  'remove',
  'nameThis',
  'listKeys',
  'listKeysNamed',
  'save',
  'openJson',
  'compare',
  'keepBoth',
  'overwrite',
  'takeServers',
  'readAgain',
  'unreadable',
  'error',
  'warning',
] as const;

type FormTextKey = (typeof formTextKeys)[number];
export type FormTexts = Readonly<Record<FormTextKey, string>>;
