import type { CSSProperties, ReactNode } from 'react'
import { kept } from '#contract/kit/kept.ts'
import type { Currency } from '#contract/kit/money.ts'
import { isDay, momentOf } from '#contract/kit/text-forms.ts'
import { dateLocale, type Language } from '#i18n/languages.ts'
import { CopyIcon } from '#console/kit/ui/copy-button.tsx'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import styles from './values.module.css'
import { amountInText, amountWords } from '#console/kit/i18n/amounts.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'

/** An amount in major units with its currency: '1,234.50 USD'. */
export function Amount({ value, currency }: { value: number; currency: Currency }): ReactNode {
  const language = useLanguage()
  return (
    <bdi dir="ltr" className={styles['amount']}>
      {amountWords(value, currency, language)} <span className={styles['currency']}>{currency}</span>
    </bdi>
  )
}
export { amountInText, amountWords }

/** A UTC timestamp in the shown time zone, usually the merchant's; `zoned` adds the zone's name, `exact` the seconds. */
export function Time({
  at,
  zoned = false,
  exact = false,
  short = false,
}: {
  at: string
  zoned?: boolean
  exact?: boolean
  /** Without the year, while that is this year. */
  short?: boolean
}): ReactNode {
  const language = useLanguage()
  const timeZone = useTimeZone()
  return (
    <time dateTime={`${at.replace(' ', 'T')}Z`} className={styles['time']}>
      {timeWords(at, { language, timeZone, zoned, exact, short })}
    </time>
  )
}
/** '20 Nov 2026, 14:05', with the zone's short name when `zoned`. */
export function timeWords(
  at: string,
  {
    language,
    timeZone,
    zoned = false,
    exact = false,
    short = false,
  }: { language: Language; timeZone: string; zoned?: boolean; exact?: boolean; short?: boolean },
): string {
  const moment = momentOf(at)
  if (Number.isNaN(moment.getTime())) return at
  const year = !short || moment.getFullYear() !== new Date().getFullYear()
  const parts = timeFormat(dateLocale(language), timeZone, exact, year).formatToParts(moment)
  const last = parts.findLastIndex(({ type }) => ofTheClock.has(type))
  const zone = zoned ? ` ${zoneName(moment, dateLocale(language), timeZone)}` : ''
  return parts.map(({ value }, at) => (at === last ? value + zone : value)).join('')
}
const ofTheClock: ReadonlySet<string> = new Set(['hour', 'minute', 'second', 'dayPeriod'])
const timeFormat = kept(
  (locale: string, timeZone: string, exact: boolean, year: boolean) =>
    new Intl.DateTimeFormat(locale, {
      timeZone,
      ...(year ? { year: 'numeric' } : {}),
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      ...(exact ? { second: '2-digit' } : {}),
    }),
)
/** The zone's short name, which stands behind the time: some languages would write hours and seconds out beside it. */
const zoneName = (moment: Date, locale: string, timeZone: string): string =>
  zoneFormat(locale, timeZone)
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
const zoneFormat = kept(
  (locale: string, timeZone: string) => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }),
)

/** A day of a calendar, without a time zone: '20 Nov 2026'. */
export function Day({ of }: { of: string }): ReactNode {
  const language = useLanguage()
  if (!isDay(of)) return <Nothing />
  return (
    <time dateTime={of} className={styles['time']}>
      {dayWords(of, language)}
    </time>
  )
}
export const dayWords = (day: string, language: Language): string =>
  dayFormat(dateLocale(language)).format(new Date(`${day}T00:00:00Z`))
const dayFormat = kept(
  (locale: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' }),
)

/** A reference, written from left to right in every language. */
export function Reference({ children }: { children: string }): ReactNode {
  return (
    <bdi dir="ltr" className={styles['reference']}>
      {children}
    </bdi>
  )
}
/** The same with a button that copies it. */
export const CopiedReference = ({ children, copy }: { children: string; copy: string }): ReactNode => (
  <span className={styles['copied']}>
    <Reference>{children}</Reference>
    <CopyIcon text={children} label={copy} />
  </span>
)
/** An e-mail address, web address or phone number: left to right, in the font of the text. */
export const LeftToRight = ({ children }: { children: ReactNode }): ReactNode => <bdi dir="ltr">{children}</bdi>

/** The same with a button that copies it. */
export const CopiedText = ({ children, copy }: { children: string; copy: string }): ReactNode => (
  <span className={styles['copied']}>
    <LeftToRight>{children}</LeftToRight>
    <CopyIcon text={children} label={copy} />
  </span>
)

/** A long left-to-right text in a narrow cell: cut off by CSS, complete when copied. */
export const CutShort = ({ children, characters }: { children: ReactNode; characters: number }): ReactNode => (
  <span className={styles['cut']} style={{ '--longest': `${characters}ch` } as CSSProperties}>
    {children}
  </span>
)

/** The dash for an absent value. */
export const Nothing = (): ReactNode => (
  <span className={styles['nothing']} data-nothing>
    –
  </span>
)

/** A person by name, or by e-mail address where no name is known. */
export function Who({ name, email }: { name: string; email: string }): ReactNode {
  if (name) return <bdi className={styles['who']}>{name}</bdi>
  return email ? <LeftToRight>{email}</LeftToRight> : <Nothing />
}
