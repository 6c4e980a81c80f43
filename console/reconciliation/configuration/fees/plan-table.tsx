import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { momentOf } from '#contract/kit/text-forms.ts'
import type { FeePlan } from '#contract/fee-shapes.ts'
import { Day } from '#console/kit/details/values.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { localText } from '#contract/kit/zoned-day.ts'
import { Calculated } from './specificity.tsx'
import styles from './fees-tab.module.css'
import { conditionsWords, nowText, planLife, termsWords } from './plan-words.ts'
import { RemovePlan } from './remove-plan.tsx'

interface TableProps {
  /** The channel's. */
  name: string
  plans: readonly FeePlan[]
  onChange: (plan: FeePlan) => void
}
/** The plans of one channel, the most specific first; those that have ended are folded away. */
export function PlanTable({ name, plans, onChange }: TableProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const [withEnded, setWithEnded] = useState(false)
  const [removed, setRemoved] = useState<FeePlan | null>(null)
  const now = nowText()
  const ended = plans.filter((plan) => planLife(plan, now) === 'ended')
  const shown = withEnded ? plans : plans.filter((plan) => !ended.includes(plan))
  return (
    <section className={styles['channel']} aria-label={name}>
      <div className={styles['channelHead']}>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        {ended.length > 0 && (
          <Button size="xs" variant="subtle" aria-expanded={withEnded} onClick={() => setWithEnded(!withEnded)}>
            {withEnded ? t(($) => $.reconFees.hideEnded) : t(($) => $.reconFees.showEnded, { count: ended.length })}
          </Button>
        )}
      </div>
      <SmallTable
        rows={shown}
        rowKey={({ uuid }) => uuid}
        nothing={t(($) => $.reconFees.allEnded)}
        columns={[
          {
            name: 'plan',
            title: t(($) => $.reconFees.holdsFor),
            kind: 'text',
            place: 'head',
            cell: (plan) => (
              <span className={styles['words']}>
                <span>{conditionsWords(plan, language)}</span>
                {plan.lent && <small>{t(($) => $.reconFees.lent)}</small>}
              </span>
            ),
          },
          {
            name: 'terms',
            title: t(($) => $.reconFees.charges),
            kind: 'text',
            place: 'line',
            cell: (plan) => <span className={styles['words']}>{termsWords(plan, language)}</span>,
          },
          {
            name: 'validity',
            title: t(($) => $.reconFees.validity),
            kind: 'text',
            place: 'more',
            cell: (plan) => <Life plan={plan} now={now} />,
          },
          {
            name: 'specificity',
            title: t(($) => $.reconFees.precedence),
            kind: 'text',
            place: 'more',
            cell: (plan) => <Calculated plan={plan} />,
          },
          {
            name: 'actions',
            kind: 'text',
            place: 'more',
            cell: (plan) =>
              !plan.lent &&
              planLife(plan, now) !== 'ended' && (
                <span className={styles['buttons']}>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={t(($) => $.reconFees.changeOf, { plan: conditionsWords(plan, language) })}
                    onClick={() => onChange(plan)}
                  >
                    {t(($) => $.reconFees.change)}
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={t(($) => (plan.used ? $.reconFees.endOf : $.reconFees.deleteOf), {
                      plan: conditionsWords(plan, language),
                    })}
                    onClick={() => setRemoved(plan)}
                  >
                    {plan.used ? t(($) => $.reconFees.end) : t(($) => $.reconFees.delete)}
                  </Button>
                </span>
              ),
          },
        ]}
      />
      {removed && <RemovePlan plan={removed} onClose={() => setRemoved(null)} />}
    </section>
  )
}

/** Whether a plan holds now, and from when to when. */
function Life({ plan, now }: { plan: FeePlan; now: string }): ReactNode {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const day = (moment: string) => <Day of={localText(momentOf(moment), zone).slice(0, 10)} />
  const life = planLife(plan, now)
  return (
    <span className={styles['words']} data-life={life}>
      <span>{t(($) => $.reconFees.lives[life])}</span>
      {(plan.valid_from || plan.valid_to) && (
        <small>
          {plan.valid_from ? day(plan.valid_from) : '…'} – {plan.valid_to ? day(plan.valid_to) : '…'}
        </small>
      )}
    </span>
  )
}
