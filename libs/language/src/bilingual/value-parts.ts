/** English in names and lists of names that a text is filled with. They are replaced in this order. */
export const valueParts = {
  ' through PUBLIC (every login)': '（通过 PUBLIC，即所有登录账号）',
  ' through its membership in {role}': '（因为该账号是 {role} 的成员）',
  ' (through {object})': '（经由 {object}）',
  'the type {type}': '类型 {type}',
  ' through {role}': '（通过 {role}）',
  ', of which the login is a member,': '（该登录账号是其成员）',
  ' and {count} more': '，另有 {count} 项',
  ' Did you mean "{name}"?': '您是指“{name}”吗？',
  ' Known: {names}.': '已知的有：{names}。',
} as const satisfies Record<string, string>;
