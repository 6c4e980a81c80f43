import { Button, Modal, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { approveReconProposals, rejectReconProposals, type ReconProposal } from '#contract/recon-proposals.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { codeWord, failureText } from '#console/kit/i18n/words.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { ofExceptions } from './acts.ts'
import { ProposalSums } from './proposal-sums.tsx'
import styles from './exceptions.module.css'

/** What the chosen proposals come to, and the acts on all of them. */
export function ChosenProposals({ proposals, onDone }: { proposals: readonly ReconProposal[]; onDone: () => void }): ReactNode {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'approve' | 'reject' | null>(null)
  const waiting = proposals.filter(({ state }) => state === 'proposed')
  const isDenied = useDenied('reconApprove') !== null
  if (isDenied) return <WhyNot rule="reconApprove" />
  return (
    <>
      <ProposalSums of={waiting} />
      {(['approve', 'reject'] as const).map((what) => (
        <Button key={what} size="xs" variant="default" disabled={waiting.length === 0} {...(what === 'approve' && { 'data-act': 'approve' })} onClick={() => setAsked(what)}>
          {t(($) => $.reconExceptions[what])}
        </Button>
      ))}
      {asked && <DecideSeveral what={asked} proposals={waiting} onDone={onDone} onClose={() => setAsked(null)} />}
    </>
  )
} // prettier-ignore

interface SeveralProps {
  what: 'approve' | 'reject'
  proposals: readonly ReconProposal[]
  onDone: () => void
  onClose: () => void
}
/** Approves or rejects several proposals, each on the numbers that the list shows; those to which it was not done are told with why. */
function DecideSeveral({ what, proposals, onDone, onClose }: SeveralProps): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const [remark, setRemark] = useState('')
  const [left, setLeft] = useState<readonly { proposal_id: string; why: string }[] | null>(null)
  const approving = useAction(approveReconProposals, { refreshes: ofExceptions })
  const rejecting = useAction(rejectReconProposals, { refreshes: ofExceptions })
  useReturnFocus()
  const send = async () => {
    const body = {
      environment,
      proposals: proposals.map(({ proposal_id, digest }) => ({ proposal_id, digest })),
      ...(remark.trim() && { remark }),
    }
    const outcome = what === 'approve' ? await approving.act({ body }) : await rejecting.act({ body })
    if (!outcome.ok) return
    const stale = 'stale' in outcome.answer ? outcome.answer.stale : []
    const why = [
      ...stale.map(({ proposal_id, reason }) => ({ proposal_id, why: codeWord('staleReasons', reason) })),
      ...outcome.answer.refused.map(({ proposal_id, reason }) => ({ proposal_id, why: codeWord('proposalRefusals', reason) })),
    ]
    if (why.length === 0) onDone()
    else setLeft(why)
  }
  const error = approving.error ?? rejecting.error
  const title = t(($) => $.reconExceptions.severalTitles[what], { count: proposals.length })
  return (
    <Modal opened onClose={left ? onDone : onClose} title={left ? t(($) => $.reconExceptions.outcome) : title} closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}>
      <div className={dialogue['body']}>
        {left ? (
          <>
            <p>{t(($) => $.reconExceptions.refused, { count: left.length })}</p>
            <ul className={styles['why']}>
              {left.map(({ proposal_id: id, why }) => {
                const one = proposals.find(({ proposal_id }) => proposal_id === id)
                return (
                  <li key={id}>
                    <span>{one && codeWord('proposalActs', one.act)} · <bdi>{one?.proposed_name}</bdi></span>
                    <span>{why}</span>
                  </li>
                )
              })}
            </ul>
            <div className={dialogue['buttons']}>
              <Button onClick={onDone} data-autofocus>{t(($) => $.confirm.close)}</Button>
            </div>
          </>
        ) : (
          <>
            <ProposalSums of={proposals} />
            <Textarea label={t(($) => $.reconExceptions.remark)} dir="auto" autosize minRows={2} maxLength={500} value={remark} onChange={(event) => setRemark(event.currentTarget.value)} />
            {error && <p role="alert">{failureText(error)}</p>}
            <div className={dialogue['buttons']}>
              <Button variant="default" onClick={onClose}>{t(($) => $.confirm.cancel)}</Button>
              <Button loading={approving.pending || rejecting.pending} onClick={() => void send()}>{t(($) => $.reconExceptions[what])}</Button>
            </div>
          </>
        )}
      </div>
    </Modal>
  )
} // prettier-ignore
