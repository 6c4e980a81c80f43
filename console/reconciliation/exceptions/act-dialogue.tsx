import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldError } from '#contract/faults.ts'
import type { ExceptionAct } from '#contract/recon-decision-shapes.ts'
import { actOnExceptions, type Acted } from '#contract/recon-exceptions.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { ofExceptions } from './acts.ts'
import { ActFields, type ActValues } from './act-fields.tsx'
import { Outcome, tellActed } from './outcome.tsx'
import { SumsOfChosen, type ChosenExceptions } from './sums-list.tsx'
import styles from './exceptions.module.css'

interface ActProps {
  act: ExceptionAct
  of: ChosenExceptions
  onDone: () => void
  onClose: () => void
}
/** Does one thing to exceptions, after showing what they come to. To which it was not done, and why, is told one by one. */
export function ActDialogue({ act, of, onDone, onClose }: ActProps): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const [acted, setActed] = useState<Acted | null>(null)
  const { rows, found } = of
  const callForm = useCallForm(actOnExceptions, {
    initial: { reason: '', until_day: '', owner_id: '' } satisfies ActValues,
    toBody: ({ reason, until_day, owner_id }) => ({
      environment,
      act,
      ...(found ? found.asked : { record_refs: rows.map(({ record_ref }) => record_ref) }),
      ...(reason.trim() && { reason }),
      ...(until_day && { until_day }),
      ...(owner_id && { owner_id }),
    }),
    // Without a filter, all are found: that has to be said.
    blanks: 'sent',
    quiet: true,
    refreshes: ofExceptions,
    check: ({ reason, until_day }) => [
      ...(act === 'comment' && reason.trim() === '' ? [missing('reason')] : []),
      ...(act === 'expect' && until_day === '' ? [missing('until_day')] : []),
    ],
    onDone: ({ answer }) => {
      if (answer.refused > 0) return setActed(answer)
      tellActed(answer, act)
      onDone()
    },
  })
  if (acted) return <Outcome acted={acted} rows={rows} onClose={onDone} />
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.reconExceptions.actTitles[act], { count: found?.total ?? rows.length })}
      submit={t(($) => $.exceptionActs[act])}
      onClose={onClose}
    >
      <SumsOfChosen of={of} />
      <p className={styles['hint']}>{t(($) => $.reconExceptions.actTexts[act])}</p>
      <ActFields act={act} form={callForm.form} />
    </FormDialogue>
  )
} // prettier-ignore

const missing = (path: keyof ActValues): FieldError => ({ path, reason: 'required', text: '' })
