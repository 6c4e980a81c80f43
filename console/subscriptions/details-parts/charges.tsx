import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChargeRow } from '#contract/subscription-parts.ts'
import { dateLocale } from '#i18n/languages.ts'
import { Status } from '#console/kit/details/status.tsx'
import { ChargeLines, Leaf } from '#console/kit/details/upcoming.tsx'
import { Amount, Time } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { CopyButton } from '#console/kit/ui/copy-button.tsx'
import { isForgivable } from '../acts-on.ts'
import { useChargeName } from '../charge-name.ts'
import { dayIn } from '../standing-words.ts'
import styles from './charges.module.css'

interface ChargesProps {
  charges: readonly ChargeRow[]
  timeZone: string
  onForgive: (charge: ChargeRow) => void
}
/** So many are in sight; a year of days has more. */
const inSight = 12

/** The charges so far, newest first, each with its tries and why they failed. */
export function Charges({ charges, timeZone, onForgive }: ChargesProps): ReactNode {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  return (
    <>
      <ol className={styles['charges']}>
        {charges.slice(0, all ? charges.length : inSight).map((charge) => (
          <Charge key={charge.charge_ref} {...{ charge, timeZone, onForgive }} />
        ))}
      </ol>
      {!all && charges.length > inSight && (
        <Button variant="default" size="xs" onClick={() => setAll(true)}>
          {t(($) => $.subscriptions.earlierCharges, { count: charges.length - inSight })}
        </Button>
      )}
    </>
  )
}

function Charge({ charge, timeZone, onForgive }: Omit<ChargesProps, 'charges'> & { charge: ChargeRow }): ReactNode {
  const { t } = useTranslation()
  const mayChange = useDenied('subscriptions') === null
  const forgivable = mayChange && isForgivable(charge, new Date())
  return (
    <li>
      <Leaf at={charge.due_at} timeZone={timeZone} />
      <div className={styles['what']}>
        <div className={styles['head']}>
          <span className={styles['name']}>
            <Name charge={charge} timeZone={timeZone} />
          </span>
          <strong>
            <Amount value={charge.to_pay} currency={charge.currency} />
          </strong>
        </div>
        <div className={styles['state']}>
          <Status of="charge" state={charge.state} />
          {charge.paid_at && (
            <>
              {' '}
              · <Time at={charge.paid_at} zoned />
            </>
          )}
        </div>
        <ChargeLines lines={charge.lines} />
        <Tries charge={charge} />
        {charge.next_try_at && (
          <p className={styles['note']}>
            {t(($) => $.subscriptions.nextTry)} <Time at={charge.next_try_at} zoned />
          </p>
        )}
        {(charge.link || forgivable) && (
          <div className={styles['buttons']}>
            {charge.link && <CopyButton text={charge.link} label={t(($) => $.subscriptions.copyChargeLink)} />}
            {forgivable && (
              <Button variant="default" onClick={() => onForgive(charge)}>
                {t(($) => $.subscriptions.forgive)}
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  )
}

/** 'Period 3 · 1 March – 31 March', or what else was charged. */
function Name({ charge, timeZone }: { charge: ChargeRow; timeZone: string }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { n, period_start: start, period_end: end } = charge
  const name = useChargeName()(charge)
  const day = (at: string) => isolated(dayIn(at, { timeZone, locale: dateLocale(language), now: new Date() }))
  return n !== null && start && end
    ? `${name} · ${t(($) => $.charges.fromTo, { from: day(start), to: day(end) })}`
    : name
}

function Tries({ charge: { tries } }: { charge: ChargeRow }): ReactNode {
  const merchant = useActingFor()
  if (tries.length === 0) return null
  return (
    <ol className={styles['tries']}>
      {tries.map(({ payment_ref: ref, at, status, status_reason: reason }) => (
        <li key={ref}>
          <ScreenLink to="paymentDetails" search={{ order_ref: ref, ...(merchant ? { merchant } : {}) }}>
            <Time at={at} zoned />
          </ScreenLink>
          <span>
            <Status of="payment" state={status} />
            {reason && ` · ${wireWord('declines', reason)}`}
          </span>
        </li>
      ))}
    </ol>
  )
}
