/** Words in the name of a time that lies ahead when its row is written: due, planned or booked. */
const AHEAD = new RegExp(
  '(?<![a-z])(?:due|planned|plan|scheduled|schedule|booked|booking|expected|expiry|expires?|expiration|deadline|' +
    'appointment|reservation|target|promised|estimated|valid until|maturity|delivery)(?![a-z])|' +
    '应付|应还|应缴|到期|截止|计划|预定|预约|预计|预订|有效期|约定|排期|交货|送货',
  'iu',
);

/** Whether one of the names is of a time that lies ahead. */
export function isAhead(...names: readonly (string | undefined)[]): boolean {
  return names.some((name) => name !== undefined && AHEAD.test(name.replaceAll('_', ' ')));
}

/** Words in the name of the last day on which something is valid or possible. */
const LIMIT = new RegExp(
  String.raw`(?<![a-z])(?:due|deadline|expiry|expires?|expiration|maturity|valid until|ends?|ending)(?![a-z])|` +
    '到期|截止|有效期|失效|届满|应付|应还|应缴|结束',
  'iu',
);

/** Whether one of the names is the last day of validity: on the day itself it has not expired. */
export function isLimit(...names: readonly (string | undefined)[]): boolean {
  return names.some((name) => name !== undefined && LIMIT.test(name.replaceAll('_', ' ')));
}

/** Words in the name of an agreed time, whose participle does not refer to that day: booked. */
const SET_DOWN = new RegExp(
  String.raw`(?<![a-z])(?:plan(?:ned)?|scheduled?|book(?:ed|ing)|reserv(?:ed|ation)|expected|appointment|target|promised|` +
    String.raw`estimated)(?![a-z])|计划|预定|预约|预计|预订|约定|排期`,
  'iu',
);

/** Whether one of the names is an agreed time: a booked event need not be over. */
export function isScheduled(...names: readonly (string | undefined)[]): boolean {
  return names.some((name) => name !== undefined && SET_DOWN.test(name.replaceAll('_', ' ')));
}

/** Whether one of the names is the time at which its row was written, or an earlier one: it lies in the past. */
export function isWritten(...labels: readonly (string | undefined)[]): boolean {
  return labels.some((label) => label !== undefined && PAST.test(label.replace(/ at$/iu, '')));
}

/** Names of a row's own timestamp, which every table of some databases has. It is no property of the thing. */
const WRITING =
  /^(?:crtd|creat(?:ed|ion)|insert(?:ed)?|updat(?:ed|e)|modified|last_?(?:updated|modified))_?(?:at|on|ts|time|date|dt)?$/iu;

/** Whether a physical name is that of a row's own timestamp. */
export const isRowTimestamp = (name: string): boolean => WRITING.test(name);

/** Words in the name of the last of several times. Earlier ones are not stored. */
const LAST = /(?<![a-z])(?:last|latest|most recent)(?![a-z])|最近|最后|上次|上一次|最新/iu;

/** Whether one of the names is the last time of a repeated event. */
export function isOfLast(...names: readonly (string | undefined)[]): boolean {
  return names.some((name) => name !== undefined && LAST.test(name.replaceAll('_', ' ')));
}

/** Words in the name of a date of birth. */
const BIRTH = /(?<![a-z])(?:birth|birthday|birthdate|born|dob)(?![a-z])|出生|生日/iu;

/** Whether one of the names is a date of birth. */
export function isOfBirth(...names: readonly (string | undefined)[]): boolean {
  return names.some((name) => name !== undefined && BIRTH.test(name.replaceAll('_', ' ')));
}

/** Things that are recorded before their day. */
const PLANS =
  /(?<![a-z])(?:bookings?|appointments?|reservations?|schedules?|shifts?|rosters?|events?|meetings?)(?![a-z])|预约|预订|预定|排班|活动|会议|日程/iu;
/** Times at which a row is written or changed, and times of completed events. */
const PAST =
  /(?<![a-z])(?:created?|creation|submitted|submission|submit|requested|request|made|placed|registered|registration|entered|updated|modified|cancelled|cancellation|paid|payment|checked?[ -]?in|ended|closed|at)(?![a-z])|创建|提交|登记|下单|录入|更新|修改|取消|申请|支付|付款|签到|结束/iu;

/** Whether a time of a thing is its planned day: the date of a booking, and not when it was made. */
export function isOfPlan(thing: readonly (string | undefined)[], time: readonly (string | undefined)[]): boolean {
  const holds = (names: readonly (string | undefined)[], pattern: RegExp): boolean =>
    names.some((name) => name !== undefined && pattern.test(name.replaceAll('_', ' ')));
  return holds(thing, PLANS) && !holds(time, PAST);
}
