/** Words in the names of what is kept of persons alone. */
const OF_PERSONS =
  /姓名|性别|出生|生日|入职|手机|(?<![a-z])(?:full name|first name|last name|surname|given name|gender|sex|birth|born|hired?|birthday|mobile)(?![a-z])/iu;

/** Whether one of the names is of something that persons alone have. */
export const isOfPersons = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && OF_PERSONS.test(name.replaceAll('_', ' ')));
