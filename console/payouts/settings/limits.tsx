import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faults } from '#contract/faults.ts'
import { limits as most } from '#contract/limits.ts'
import { limitPeriods, readPayoutLimits, savePayoutLimits } from '#contract/payout-limits.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { currencyOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Amount } from '#console/kit/details/values.tsx'
import { ChangedMeanwhile } from '#console/kit/form/changed-meanwhile.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { AskBeforeLeaving } from '#console/kit/form/unsaved.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { LimitFields } from './limit-fields.tsx'
import { emptyLimit, limitField, limitsBody, limitValues, type LimitsAnswer } from './limit-values.ts'
import { ownCurrency, type Answer } from './rule-values.ts'
import styles from './settings.module.css'

/** How much may leave: in a payout, a day and a month, by account, maker, approver and beneficiary. */
export function Limits({ people }: { people: Answer['people'] }): ReactNode {
  const { t } = useTranslation()
  const query = useCall(readPayoutLimits, {})
  const denied = useDenied(savePayoutLimits.access)
  const mayEdit = denied === null && useUser().is_2fa_enabled
  return (
    <Section title={t(($) => $.payoutLimits.title)}>
      <p className={styles['about']}>{t(($) => $.payoutLimits.about)}</p>
      {!query.data ? (
        <Unanswered query={query} lines={3} />
      ) : mayEdit ? (
        <LimitsForm latest={query.data} people={people} />
      ) : (
        <>
          <LimitsShown answer={query.data} />
          {denied !== null && <WhyNot rule={savePayoutLimits.access} says={t(($) => $.payoutRules.onlyCustodians)} />}
        </>
      )}
    </Section>
  )
}

function LimitsForm({ latest, people }: { latest: LimitsAnswer; people: Answer['people'] }): ReactNode {
  const { t } = useTranslation()
  const own = ownCurrency(currencyOf(useUser()))
  const [version, setVersion] = useState(latest.version)
  const { form, onSubmit, pending, failure } = useCallForm(savePayoutLimits, {
    initial: limitValues(latest),
    toBody: (values) => ({ version, ...limitsBody(values) }),
    blanks: 'sent',
    fieldOf: limitField,
    refreshes: [readPayoutLimits],
    onDone: ({ answer }) => take(answer),
  })
  const isChanged = form.isDirty()
  const take = (answer: LimitsAnswer) => {
    setVersion(answer.version)
    form.setInitialValues(limitValues(answer))
    form.setValues(limitValues(answer))
    form.resetDirty(limitValues(answer))
  }
  return (
    <form noValidate className={styles['form']} onSubmit={onSubmit}>
      {latest.version > version && (
        <ChangedMeanwhile onKeep={() => setVersion(latest.version)} onTake={() => take(latest)}>
          {t(($) => $.payoutLimits.changedMeanwhile)}
        </ChangedMeanwhile>
      )}
      {form.values.limits.length === 0 && <p>{t(($) => $.payoutLimits.none)}</p>}
      {form.values.limits.map((_, at) => (
        <LimitFields key={at} form={form} at={at} people={people} known={latest.limits} />
      ))}
      {failure && failure.reason !== faults.changedMeanwhile.reason && <FormFailure error={failure} />}
      <div className={dialogue['buttons']}>
        <Button
          variant="default"
          disabled={form.values.limits.length >= most.payoutLimits}
          onClick={() => form.insertListItem('limits', emptyLimit(own))}
        >
          {t(($) => $.payoutLimits.add)}
        </Button>
        {isChanged && (
          <Button variant="default" onClick={() => form.reset()}>
            {t(($) => $.settings.discard)}
          </Button>
        )}
        <Button type="submit" loading={pending} disabled={!isChanged}>
          {t(($) => $.settings.save)}
        </Button>
      </div>
      <AskBeforeLeaving unsaved={isChanged && !pending} />
    </form>
  )
}

/** The limits in words, for who cannot change them. */
function LimitsShown({ answer }: { answer: LimitsAnswer }): ReactNode {
  const { t } = useTranslation()
  return answer.limits.length === 0 ? (
    <p>{t(($) => $.payoutLimits.none)}</p>
  ) : (
    <ul className={styles['words']}>
      {answer.limits.map((limit) => (
        <li key={`${limit.currency} ${limit.of} ${limit.subject}`}>
          {t(($) => $.payoutLimits.kinds[limit.of])}: <bdi>{limit.name || t(($) => $.payoutLimits.each)}</bdi>
          <ul>
            {limitPeriods.map((period) => {
              const amount = limit[period]
              return (
                amount !== null && (
                  <li key={period}>
                    {t(($) => $.payoutLimits.periods[period])}: <Amount value={amount} currency={limit.currency} />
                  </li>
                )
              )
            })}
          </ul>
        </li>
      ))}
    </ul>
  )
}
