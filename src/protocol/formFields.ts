/** The fields of job and group documents that forms show, by what they hold. */
export const textFields = ['name', 'params', 'dn'] as const;
export const flagFields = ['enabled', 'run_on_start'] as const;
export const idListFields = ['groups', 'dynamic_groups', 'policies', 'reports'] as const;
export const nameListFields = ['peers', 'server_set', 'report_formats'] as const;
export const listFields = [...idListFields, ...nameListFields] as const;

/** Lists of ids that the API gives no names for; a person can name them (decision 23). */
export const labelledFields = ['policies', 'reports', 'dynamic_groups'] as const;

export type TextField = (typeof textFields)[number];
export type FlagField = (typeof flagFields)[number];
export type IdListField = (typeof idListFields)[number];
export type ListField = (typeof listFields)[number];
export type LabelledField = (typeof labelledFields)[number];
export type FormField = TextField | FlagField | ListField;

export type FormKind = 'job' | 'group';

/** A member of a list: an id, or a host name, address or format. */
export type ListItem = number | string;

export function isIdList(field: ListField): field is IdListField {
  return idListFields.some(other => other === field);
}

export function isLabelled(field: ListField): field is LabelledField {
  return labelledFields.some(other => other === field);
}
