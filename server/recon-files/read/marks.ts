/** What stands between the digits of an amount: the mark of decimals and that of groups. Undefined: whichever is there. */
export interface Marks {
  decimal?: '.' | ',' | undefined
  group?: '' | ',' | '.' | ' ' | "'" | undefined
  /** Groups of two above the thousands, as in 1,00,000. */
  indianGroups?: boolean | undefined
}
export type DigitsFault = 'no_amount' | 'groups_wrong' | 'marks_ambiguous'
export interface Digits {
  whole: string
  fraction: string
}

/**
 * The whole digits and the decimals of an amount without sign and currency. Groups are of three digits, none of them to spare; a mark
 * that could be either is `marks_ambiguous` where nobody has said which it is.
 */
export function digitsOf(text: string, marks: Marks): Digits | DigitsFault {
  if (marks.decimal !== undefined) return splitAt(text, marks.decimal, marks)
  const readings = [splitAt(text, '.', marks), splitAt(text, ',', marks)] as const
  const read = readings.filter((reading) => typeof reading !== 'string')
  const [one, other] = read
  if (!one) return readings[0] as DigitsFault
  return other && !isSame(one, other) ? 'marks_ambiguous' : one
}
const isSame = (one: Digits, other: Digits): boolean => one.whole === other.whole && one.fraction === other.fraction

function splitAt(text: string, decimal: '.' | ',', marks: Marks): Digits | DigitsFault {
  const point = text.indexOf(decimal)
  const whole = point < 0 ? text : text.slice(0, point)
  const fraction = point < 0 ? '' : text.slice(point + 1)
  if (isDigits(whole) && isDigits(fraction)) return whole + fraction === '' ? 'no_amount' : { whole, fraction }
  const mark = groupMarkOf(whole)
  if (!isDigits(fraction)) return /^[\d., ']*$/.test(text) ? 'groups_wrong' : 'no_amount'
  if (mark === undefined) return 'no_amount'
  if (mark === decimal || (marks.group !== undefined && mark !== marks.group)) return 'groups_wrong'
  const groups = whole.split(mark)
  return areGroups(groups, marks.indianGroups === true) ? { whole: groups.join(''), fraction } : 'groups_wrong'
}

/** The mark between the groups of whole digits; undefined where there is none. */
export const groupMarkOf = (text: string): ',' | '.' | ' ' | "'" | undefined =>
  /^\d*([., '])/.exec(text)?.[1] as ',' | '.' | ' ' | "'" | undefined

function areGroups(groups: readonly string[], areIndian: boolean): boolean {
  const [first = '', ...others] = groups
  const most = areIndian && others.length > 0 ? 2 : 3
  // A group before a zero, as in 0,123, is none: the mark is that of decimals.
  if (first.length < 1 || first.length > (others.length === 1 ? 3 : most) || first.startsWith('0') || !isDigits(first))
    return false
  return others.every((group, at) => isDigits(group) && group.length === (areIndian && at < others.length - 1 ? 2 : 3))
}

function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 48 || code > 57) return false
  }
  return true
}
