import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { listReconProposals, reconProposalList, type ReconProposal } from '#contract/recon-proposals.ts'
import { proposalActs, proposalStates } from '#contract/recon-decision-shapes.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { ChosenProposals } from './decide-several.tsx'
import { Proposal } from './proposal.tsx'
import { shownOf } from './shown.ts'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import styles from './exceptions.module.css'

const waiting = { state: ['proposed'] }
const ended = { state: proposalStates.states.filter((state) => state !== 'proposed') }

/** What waits for a second person, or what became of what did: who proposed what, on which numbers. */
export function Approvals({ isOpen, tabs }: { isOpen: boolean; tabs: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = useState<ReconProposal | null>(null)
  return (
    <>
      <ListScreen
        name="reconExceptions"
        table="recon-proposals"
        call={listReconProposals}
        list={reconProposalList}
        status="reconProposal"
        keep={['tab']}
        fixed={isOpen ? waiting : ended}
        above={tabs}
        rowKey={({ proposal_id }) => proposal_id}
        cells={{ act: (row) => <What of={row} />, shown: (row) => <ExactAmount value={shownOf(row).difference} currency={row.currency} /> }}
        choices={{ act: proposalActs.map((value) => ({ value, label: codeWord('proposalActs', value) })) }}
        choosing={isOpen ? {
          nameOf: (row) => `${codeWord('proposalActs', row.act)}, ${row.proposed_name}`,
          most: limits.reconDecidedAtOnce,
          acts: (rows, clear) => <ChosenProposals proposals={rows} onDone={clear} />,
        } : undefined}
        acts={(row) => (
          <Button
            size="xs"
            variant="default"
            aria-label={t(($) => $.reconExceptions.reviewOf, { act: codeWord('proposalActs', row.act), person: isolated(row.proposed_name) })}
            onClick={() => setOpen(row)}
          >
            {t(($) => $.reconExceptions.review)}
          </Button>
        )}
        searchFinds={t(($) => $.reconExceptions.proposalsSearch)}
        empty={{ title: t(($) => $.reconExceptions[isOpen ? 'noneWaitsTitle' : 'noneDecidedTitle']), text: t(($) => $.reconExceptions.noProposalsText) }}
      />
      {open && <Proposal of={open} onClose={() => setOpen(null)} />}
    </>
  )
} // prettier-ignore

/** What is proposed, and of what. */
function What({ of }: { of: ReconProposal }): ReactNode {
  const { status } = shownOf(of)
  return (
    <span className={styles['lines']}>
      {codeWord('proposalActs', of.act)}
      {status && <small>{codeWord('states.reconOutcome', status)}</small>}
    </span>
  )
}
