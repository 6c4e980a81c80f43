import { Button, Switch } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faults } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { readPayoutRules, savePayoutRules } from '#contract/payout-rules.ts'
import { currencyOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { ChangedMeanwhile } from '#console/kit/form/changed-meanwhile.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { AskBeforeLeaving } from '#console/kit/form/unsaved.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { toastSuccess } from '#console/kit/ui/toast.ts'
import { Backtest } from './backtest.tsx'
import { RuleFields } from './rule-fields.tsx'
import { emptyRule, ownCurrency, ruleField, rulesBody, valuesOf, type Answer } from './rule-values.ts'
import { RuleWords } from './rule-words.tsx'
import { Simulator } from './simulator.tsx'
import styles from './settings.module.css'

interface RulesProps {
  base: Answer
  latest: Answer
  maySimulate: boolean
  onSaved: (answer: Answer) => void
}
/** The verification and the rules, to be changed by custodians; below, what they would do, also while they are being changed. */
export function Rules({ base, latest, maySimulate, onSaved }: RulesProps): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const denied = useDenied(savePayoutRules.access)
  const mayEdit = denied === null && user.is_2fa_enabled
  const [before] = useState(() => valuesOf(base.in_force))
  const [version, setVersion] = useState(base.in_force.version)
  const { form, onSubmit, pending, failure } = useCallForm(savePayoutRules, {
    initial: before,
    toBody: (values) => ({ version, ...rulesBody(values) }),
    blanks: 'sent',
    fieldOf: ruleField,
    refreshes: [readPayoutRules],
    onDone: ({ answer }) => {
      toastSuccess(
        t(($) => (answer.in_force.version === base.in_force.version ? $.payoutRules.nowWaits : $.payoutRules.saved)),
      )
      form.setValues(valuesOf(answer.in_force))
      form.resetDirty(valuesOf(answer.in_force))
      onSaved(answer)
    },
  })
  const isConflict = failure?.reason === faults.changedMeanwhile.reason
  const isChanged = form.isDirty()
  useEffect(() => {
    if (latest.in_force.version !== version && !isChanged) onSaved(latest)
  }, [latest.in_force.version])
  const { rules } = form.values
  return (
    <>
      <Section title={t(($) => $.payoutRules.title)}>
        <p className={styles['about']}>{t(($) => $.payoutRules.about)}</p>
        {latest.in_force.version !== version && isChanged && (
          <ChangedMeanwhile onKeep={() => setVersion(latest.in_force.version)} onTake={() => onSaved(latest)}>
            {t(($) => $.payoutRules.changedMeanwhile)}
          </ChangedMeanwhile>
        )}
        {mayEdit ? (
          <form noValidate className={styles['form']} onSubmit={onSubmit}>
            <Switch
              label={t(($) => $.payoutRules.verification)}
              description={t(($) => $.payoutRules.verificationHint)}
              {...form.getInputProps('verification', { type: 'checkbox' })}
            />
            {rules.length === 0 && <p>{t(($) => $.payoutRules.noRules)}</p>}
            {rules.map((_, at) => (
              <RuleFields key={at} form={form} at={at} people={base.people} />
            ))}
            {failure && !isConflict && <FormFailure error={failure} />}
            <div className={dialogue['buttons']}>
              <Button
                variant="default"
                disabled={rules.length >= limits.payoutRules}
                onClick={() => form.insertListItem('rules', emptyRule(ownCurrency(currencyOf(user))))}
              >
                {t(($) => $.payoutRules.addRule)}
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
        ) : (
          <>
            <RuleWords version={latest.in_force} />
            {denied !== null && <WhyNot rule={savePayoutRules.access} says={t(($) => $.payoutRules.onlyCustodians)} />}
          </>
        )}
      </Section>
      {maySimulate && (
        <>
          <Simulator draft={isChanged ? form.values : null} people={base.people} />
          <Backtest values={form.values} isChanged={isChanged} />
        </>
      )}
    </>
  )
}
