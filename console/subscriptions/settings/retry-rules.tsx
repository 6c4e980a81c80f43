import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faults } from '#contract/faults.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { readRetryRules, saveRetryRules } from '#contract/subscription-changes.ts'
import { lastActs, retryLimits, type RetryRules as Rules } from '#contract/subscription-retries.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'
import { ChangedMeanwhile } from '#console/kit/form/changed-meanwhile.tsx'
import { FormFailure, FormSection } from '#console/kit/form/form-screen.tsx'
import { RadioChoices } from '#console/kit/form/radio-choices.tsx'
import { AskBeforeLeaving } from '#console/kit/form/unsaved.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from './retry-rules.module.css'
import { WhatHappens } from './what-happens.tsx'

type Saved = WireOutput<typeof readRetryRules>

/** When declined charges are tried again, and what happens when no try has helped. */
export default function RetryRules({ tabs }: { tabs: ReactNode }): ReactNode {
  const query = useCall(readRetryRules, { query: {} })
  const [base, setBase] = useState<Saved | null>(null)
  useEffect(() => {
    if (!base && query.data) setBase(query.data)
  }, [base, query.data])
  return (
    <Screen name="subscriptions" wide>
      {tabs}
      {base && query.data ? (
        <Edit key={base.revision} base={base} latest={query.data} onBegin={setBase} refetch={() => void query.refetch()} />
      ) : (
        <Unanswered query={query} lines={8} />
      )}
    </Screen>
  )
} // prettier-ignore

interface EditProps {
  base: Saved
  latest: Saved
  onBegin: (rules: Saved) => void
  refetch: () => void
}
function Edit({ base, latest, onBegin, refetch }: EditProps): ReactNode {
  const { t } = useTranslation()
  const mayEdit = useDenied('subscriptions') === null
  const [revision, setRevision] = useState(base.revision)
  const { form, onSubmit, pending, failure } = useCallForm(saveRetryRules, {
    initial: { days: base.days.map(String), last_act: base.last_act },
    toBody: ({ days, last_act }) => ({ days: days.map((day) => amountNumber(day)), last_act, revision }),
    blanks: 'sent',
    refreshes: [readRetryRules],
    onDone: ({ answer }) => onBegin(answer),
  })
  const isConflict = failure?.reason === faults.changedMeanwhile.reason
  useEffect(() => {
    if (isConflict) refetch()
  }, [isConflict])
  const isChanged = form.isDirty()
  return (
    <form noValidate className={styles['form']} onSubmit={onSubmit}>
      {latest.revision > revision && isChanged && (
        <ChangedMeanwhile onKeep={() => setRevision(latest.revision)} onTake={() => onBegin(latest)}>
          {t(($) => $.retryRules.changedMeanwhile)}
        </ChangedMeanwhile>
      )}
      {/* Inputs within a fieldset that is off are off themselves; the answer to a save begins the form anew. */}
      <fieldset className={styles['fields']} disabled={!mayEdit || pending}>
        <FormSection title={t(($) => $.retryRules.title)}>
          <p className="wide">{t(($) => $.retryRules.text)}</p>
          <Days form={form} />
          <RadioChoices
            className="wide"
            label={t(($) => $.retryRules.lastAct)}
            choices={lastActs.map((act) => ({
              value: act,
              label: t(($) => $.retryRules.lastActs[act].title),
              description: t(($) => $.retryRules.lastActs[act].text),
            }))}
            {...form.getInputProps('last_act')}
          />
        </FormSection>
      </fieldset>
      <WhatHappens rules={typedRules(form.values)} />
      {failure && !isConflict && <FormFailure error={failure} />}
      {mayEdit ? (
        <div className={styles['buttons']}>
          {isChanged && (
            <Button variant="default" onClick={() => form.reset()}>
              {t(($) => $.settings.discard)}
            </Button>
          )}
          <Button type="submit" loading={pending} disabled={!isChanged}>
            {t(($) => $.settings.save)}
          </Button>
        </div>
      ) : (
        <WhyNot rule="subscriptions" />
      )}
      <AskBeforeLeaving unsaved={isChanged && !pending} />
    </form>
  )
}

interface Values {
  days: string[]
  last_act: Rules['last_act']
}
/** The rules that are typed, without what is no number of days yet. */
const typedRules = ({ days, last_act }: Values): Rules => ({
  days: days.map((day) => amountNumber(day) ?? Number.NaN).filter((day) => Number.isInteger(day) && day > 0),
  last_act,
})

function Days({ form }: Pick<ReturnType<typeof useCallForm<typeof saveRetryRules, Values>>, 'form'>): ReactNode {
  const { t } = useTranslation()
  const { days } = form.values
  const whole = form.errors['days']
  return (
    <fieldset className={`wide ${styles['days']}`} aria-describedby={whole ? 'days-error' : undefined}>
      <legend>{t(($) => $.retryRules.days)}</legend>
      {days.map((_, at) => (
        <div key={at} className={styles['day']}>
          <TextInput
            label={t(($) => $.retryRules.tryNumber, { number: at + 2 })}
            inputMode="numeric"
            dir="ltr"
            autoComplete="off"
            rightSection={<span aria-hidden="true">{t(($) => $.retryRules.daysUnit)}</span>}
            rightSectionWidth={56}
            {...form.getInputProps(`days.${at}`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t(($) => $.retryRules.remove, { number: at + 2 })}
            onClick={() => form.removeListItem('days', at)}
          >
            <Icon name="close" />
          </ActionIcon>
        </div>
      ))}
      {whole && (
        <p id="days-error" role="alert" className={styles['error']}>
          {whole}
        </p>
      )}
      {days.length < retryLimits.tries && (
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="plus" size={12} />}
            onClick={() => form.insertListItem('days', String((amountNumber(days.at(-1) ?? '') || 0) + 2))}
          >
            {t(($) => $.retryRules.add)}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
