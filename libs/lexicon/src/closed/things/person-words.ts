/** Words in the names of attributes that only persons have. */
const OF_PERSONS =
  /姓名|性别|出生|生日|入职|手机|(?<![a-z])(?:full name|first name|last name|surname|given name|gender|sex|birth|born|hired?|birthday|mobile)(?![a-z])/iu;

/** Whether one of the names is an attribute that only persons have. */
export const isOfPersons = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && OF_PERSONS.test(name.replaceAll('_', ' ')));

/** Endings of the names of persons: 读者, 客户, 医生; member, patient, student. */
const PERSONS =
  /(?:者|员|人|户|生|师|客|手|民|友|员工|职工|家长|经理|主管)$|(?:[a-z](?:er|or|ist|ian|ee)|[a-z]{3}(?:ent|ant)|client|guest|person|people|staff|nurse|pilot|coach|athlete)s?$/iu;

/** Whether one of the names is of persons. */
export function isPerson(...names: readonly (string | undefined)[]): boolean {
  return names.some((name) => name !== undefined && PERSONS.test(name.replaceAll('_', ' ')));
}

/** Words in the names of attributes that only employees have. */
const OF_STAFF =
  /入职|离职|工资|薪|岗位|职位|职称|(?<![a-z])(?:hired?|hiring|wages?|salary|salaries|payroll|job title)(?![a-z])/iu;

/** Whether one of the names is an attribute of employees: they sell and do not buy. */
export const isOfStaff = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && OF_STAFF.test(name.replaceAll('_', ' ')));

/** Names of a person's part in something, such as a role or a duty; not of a state or kind. */
const PARTS =
  /(?:职务|角色|分工|岗位|职责|身份|任务)$|(?<![a-z])(?:role|job|part|position|function|capacity|duty)(?: name| code| title)?$/iu;

/** Whether one of the names is of a person's part in something. */
export const isOfPart = (...names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name !== undefined && PARTS.test(name.replaceAll('_', ' ').trim()));

/** Endings of agent nouns: creator, 创作者. Fewer than the endings of persons: a payment is not an agent. */
const DOERS = /[a-z]{3}(?:er|or|ist|ian)s?$|(?<=\p{Script=Han})(?:者|员|人|师|家)$/u;

/** Whether a word is an agent noun. */
export const isDoer = (word: string): boolean => DOERS.test(word);
