import { Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconOutcomeRow } from '#contract/recon-dashboard-records.ts'
import { matchReconRecords, type Acted } from '#contract/recon-exceptions.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { ofExceptions, sideOf } from './acts.ts'
import { Outcome, tellActed } from './outcome.tsx'
import { BothSums } from './both-sums.tsx'

interface TogetherProps {
  rows: readonly ReconOutcomeRow[]
  onDone: () => void
  onClose: () => void
}
/** Matches chosen records of both sides, after showing what each side comes to. */
export function MatchTogether({ rows, onDone, onClose }: TogetherProps): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const [acted, setActed] = useState<Acted | null>(null)
  const refsOf = (side: 'a' | 'b') => rows.map(({ record_ref: ref }) => ref).filter((ref) => sideOf(ref) === side)
  const callForm = useCallForm(matchReconRecords, {
    initial: { reason: '' },
    toBody: ({ reason }) => ({ environment, a: refsOf('a'), b: refsOf('b'), reason }),
    quiet: true,
    refreshes: ofExceptions,
    onDone: ({ answer }) => {
      if (answer.refused > 0) return setActed(answer)
      tellActed(answer, 'by_hand')
      onDone()
    },
  })
  if (acted) return <Outcome acted={acted} rows={rows} onClose={onDone} />
  return (
    <FormDialogue {...callForm} title={t(($) => $.reconExceptions.togetherTitle)} submit={t(($) => $.reconExceptions.matchThem)} onClose={onClose}>
      <BothSums rows={rows} />
      <Textarea label={t(($) => $.columns.reason)} dir="auto" autosize minRows={2} maxLength={500} {...callForm.form.getInputProps('reason')} />
    </FormDialogue>
  )
} // prettier-ignore
