import { Button, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { approveReconProposal, rejectReconProposal, type ReconProposal } from '#contract/recon-proposals.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { ofExceptions } from './acts.ts'
import { Withdraw } from './withdraw.tsx'
import styles from './exceptions.module.css'

interface DecideProps {
  of: ReconProposal
  /** The numbers that it was made on. */
  shown: ReactNode
  onClose: () => void
}
/** Approves a proposal on the numbers that are shown, or rejects it with a remark. */
export function DecideProposal({ of, onClose, shown }: DecideProps): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const path = { proposal_id: of.proposal_id }
  const rejecting = useAction(rejectReconProposal, { refreshes: ofExceptions })
  const callForm = useCallForm(approveReconProposal, {
    initial: { remark: '' },
    toBody: ({ remark }) => ({ environment, digest: of.digest, remark }),
    path,
    refreshes: ofExceptions,
    onDone: onClose,
  })
  const reject = async () => {
    const remark = callForm.form.getValues().remark.trim()
    const { ok } = await rejecting.act({ path, body: { environment, ...(remark && { remark }) } })
    if (ok) onClose()
  }
  return (
    <FormDialogue
      {...callForm}
      size="lg"
      title={t(($) => $.proposalActs[of.act])}
      submit={t(($) => $.reconExceptions.approve)}
      onClose={onClose}
      beside={
        <>
          {of.is_own && <Withdraw of={of} onDone={onClose} />}
          <Button variant="default" loading={rejecting.pending} onClick={() => void reject()}>
            {t(($) => $.reconExceptions.reject)}
          </Button>
        </>
      }
    >
      {shown}
      {of.is_own && <p className={styles['hint']}>{t(($) => $.reconExceptions.ownHint)}</p>}
      <Textarea
        label={t(($) => $.reconExceptions.remark)}
        dir="auto"
        autosize
        minRows={2}
        maxLength={500}
        {...callForm.form.getInputProps('remark')}
      />
    </FormDialogue>
  )
}
