import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listReconProposals, type ReconProposal } from '#contract/recon-proposals.ts'
import type { Settlement } from '#contract/settlement-shapes.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Time } from '#console/kit/details/values.tsx'
import { codeWord } from '#console/kit/i18n/words.ts'
import { Proposal } from '../exceptions/proposal.tsx'
import styles from './settlements.module.css'

/** What is proposed about a settlement as it is now, and waits for another person; undefined where nothing does. */
export function useWaiting({ settlement_id, version }: Settlement): ReconProposal | undefined {
  const environment = environmentOf(useUser())
  const filters = { state: 'proposed', settlement_id } as const
  const { data } = useCall(listReconProposals, { body: { environment, filters } })
  return data?.content.find(({ shown }) => shown['version'] === version)
}

/** Who proposed what and why, and the way to deciding about it. */
export function Waiting({ proposal }: { proposal: ReconProposal }): ReactNode {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const title = codeWord('proposalActs', proposal.act)
  return (
    <section className={styles['waiting']} data-card aria-label={title}>
      <div>
        <strong>{title}</strong>
        <p>
          <bdi>{proposal.reason}</bdi>
        </p>
        <p className={styles['hint']}>
          <bdi>{proposal.proposed_name}</bdi> · <Time at={proposal.proposed_at} zoned /> ·{' '}
          {t(($) => $.reconSettlements.waitsForOther)}
        </p>
      </div>
      <Button variant={proposal.is_own ? 'default' : 'filled'} onClick={() => setOpen(true)}>
        {t(($) => $.reconExceptions.review)}
      </Button>
      {isOpen && <Proposal of={proposal} onClose={() => setOpen(false)} />}
    </section>
  )
}
