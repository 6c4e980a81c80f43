import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { withdrawReconProposal, type ReconProposal } from '#contract/recon-proposals.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { ofExceptions } from './acts.ts'

/** Takes back a proposal of one's own. */
export function Withdraw({ of, onDone }: { of: ReconProposal; onDone: () => void }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const { act, pending } = useAction(withdrawReconProposal, { refreshes: ofExceptions })
  const withdraw = async () => {
    const { ok } = await act({ path: { proposal_id: of.proposal_id }, body: { environment } })
    if (ok) onDone()
  }
  return (
    <Button variant="default" loading={pending} onClick={() => void withdraw()}>
      {t(($) => $.reconExceptions.withdraw)}
    </Button>
  )
}
