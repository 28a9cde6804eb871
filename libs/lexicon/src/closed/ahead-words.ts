/** Words in the name of a time that lies ahead when its row is written: what is due, planned or booked. */
const AHEAD =
  /(?<![a-z])(?:due|planned|plan|scheduled|schedule|booked|booking|expected|expiry|expires?|expiration|deadline|appointment|reservation|target|promised|estimated|valid until|maturity)(?![a-z])|应付|应还|应缴|到期|截止|计划|预定|预约|预计|预订|有效期|约定|排期/iu;

/** Whether one of the names is of a time that lies ahead. */
export function isAhead(...names: readonly (string | undefined)[]): boolean {
  return names.some((name) => name !== undefined && AHEAD.test(name.replaceAll('_', ' ')));
}

/** Words in the name of the last of several times: when it was before is not kept. */
const LAST = /(?<![a-z])(?:last|latest|most recent)(?![a-z])|最近|最后|上次|上一次|最新/iu;

/** Whether one of the names is of the last time that something happened. */
export function isOfLast(...names: readonly (string | undefined)[]): boolean {
  return names.some((name) => name !== undefined && LAST.test(name.replaceAll('_', ' ')));
}

/** Words in the name of the time of a birth. */
const BIRTH = /(?<![a-z])(?:birth|birthday|birthdate|born|dob)(?![a-z])|出生|生日/iu;

/** Whether one of the names is of a day of birth. */
export function isOfBirth(...names: readonly (string | undefined)[]): boolean {
  return names.some((name) => name !== undefined && BIRTH.test(name.replaceAll('_', ' ')));
}

/** Things that are set down before their day comes. */
const PLANS =
  /(?<![a-z])(?:bookings?|appointments?|reservations?|schedules?|shifts?|rosters?|events?|meetings?)(?![a-z])|预约|预订|预定|排班|活动|会议|日程/iu;
/** Times at which a row is written or changed, and what has happened by then. */
const PAST =
  /(?<![a-z])(?:created?|creation|submitted|submission|submit|requested|request|made|placed|registered|registration|entered|updated|modified|cancelled|cancellation|paid|payment|checked?[ -]?in|ended|closed|at)(?![a-z])|创建|提交|登记|下单|录入|更新|修改|取消|申请|支付|付款|签到|结束/iu;

/** Whether a time of a thing is the day that it is planned for: the date of a booking, and not when it was made. */
export function isOfPlan(thing: readonly (string | undefined)[], time: readonly (string | undefined)[]): boolean {
  const holds = (names: readonly (string | undefined)[], pattern: RegExp): boolean =>
    names.some((name) => name !== undefined && pattern.test(name.replaceAll('_', ' ')));
  return holds(thing, PLANS) && !holds(time, PAST);
}
