/** The file next to the object folders. It defines which server the objects belong to and which of them are managed. */
export const manifestName = 'device-automation.json';

/** The name of the folder for a first export. */
export const defaultFolderName = 'device-automation';
