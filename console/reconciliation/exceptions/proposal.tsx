import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconProposal } from '#contract/recon-proposals.ts'
import { Facts } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { CopiedReference, Time } from '#console/kit/details/values.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { DecideProposal } from './decide-proposal.tsx'
import { ShownNumbers } from './shown-numbers.tsx'
import { Withdraw } from './withdraw.tsx'
import styles from './exceptions.module.css'

interface ProposalProps {
  of: ReconProposal
  onClose: () => void
}
/** A proposal with the numbers that it was made on. Whoever may decides about exactly these; its proposer may take it back. */
export function Proposal({ of, onClose }: ProposalProps): ReactNode {
  const isDenied = useDenied('reconApprove') !== null
  const shown = <WhatIsProposed of={of} />
  if (of.state === 'proposed' && !isDenied) return <DecideProposal {...{ of, onClose, shown }} />
  return <Look {...{ of, onClose, shown }} />
}

function WhatIsProposed({ of }: { of: ReconProposal }): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <Facts
        facts={[
          [t(($) => $.columns.state), <Status key="state" of="reconProposal" state={of.state} />],
          [t(($) => $.columns.proposed_name), <Person key="by" name={of.proposed_name} at={of.proposed_at} />],
          [t(($) => $.columns.reason), of.reason === '' ? undefined : <bdi key="reason">{of.reason}</bdi>],
          [t(($) => $.columns.decided_name), of.decided_at === null ? undefined : <Person key="then" name={of.decided_name} at={of.decided_at} />],
          [t(($) => $.reconExceptions.remark), of.remark === '' ? undefined : <bdi key="remark">{of.remark}</bdi>],
        ]}
      />
      {of.is_lone && <p className={styles['hint']}>{t(($) => $.reconExceptions.wasLone)}</p>}
      <ShownNumbers of={of} />
      <div className={styles['digest']}>
        <span>{t(($) => $.columns.digest)}</span>
        <CopiedReference copy={of.digest}>{of.digest}</CopiedReference>
      </div>
    </>
  )
} // prettier-ignore

const Person = ({ name, at }: { name: string; at: string }): ReactNode => (
  <span className={styles['lines']}>
    {name && <bdi>{name}</bdi>}
    <small>
      <Time at={at} zoned />
    </small>
  </span>
)

/** A proposal that is decided, or that the user may not decide about. */
function Look({ of, onClose, shown }: ProposalProps & { shown: ReactNode }): ReactNode {
  const { t } = useTranslation()
  useReturnFocus()
  return (
    <Modal opened onClose={onClose} size="lg" title={t(($) => $.proposalActs[of.act])} closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}>
      <div className={dialogue['body']}>
        {shown}
        {of.state === 'proposed' && !of.is_own && <WhyNot rule="reconApprove" />}
        <div className={dialogue['buttons']}>
          {of.state === 'proposed' && of.is_own && <Withdraw of={of} onDone={onClose} />}
          <Button onClick={onClose} data-autofocus>
            {t(($) => $.confirm.close)}
          </Button>
        </div>
      </div>
    </Modal>
  )
} // prettier-ignore
