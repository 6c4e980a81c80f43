import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@mantine/core'
import { listFeeMismatches } from '#contract/fee-checks.ts'
import { downloadFeeClaim, readFeeClaim, type FeeClaim } from '#contract/fee-claims.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { History } from '#console/kit/details/history.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { HeadFacts } from '#console/kit/details/object-head.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { CopiedReference, LeftToRight, Time } from '#console/kit/details/values.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useOpenActs } from '#console/kit/shell/open-acts.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { fileOf, saveFile } from '#console/kit/ui/save-file.ts'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { ClaimDialogue, claimActs, type ClaimAct } from './claim-acts.tsx'
import { ClaimRows } from './claim-rows.tsx'
import { useChannels } from './channels.ts'
import styles from './fees.module.css'

const back = { back: 'reconFees', backSearch: { tab: 'claims' } } as const

/** One claim: what is asked back, of whom, with which evidence, and what came of it. */
export function Claim({ claimRef }: { claimRef: string }): ReactNode {
  const environment = environmentOf(useUser())
  const claim = useCall(readFeeClaim, { path: { claim_ref: claimRef } })
  const rows = useCall(listFeeMismatches, {
    body: { environment, pagesize: 50, filters: { claim_ref: claimRef } },
  })
  if (claim.data) return <Details claim={claim.data} rows={rows} />
  return (
    <Screen name="reconFees" {...back}>
      <Unanswered query={claim} lines={8} missing={<Missing what="feeClaim" />} />
    </Screen>
  )
}

function Details({ claim, rows }: { claim: FeeClaim; rows: Parameters<typeof ClaimRows>[0]['query'] }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { nameOf } = useChannels()
  const [asked, setAsked] = useState<ClaimAct | null>(null)
  const acts = claimActs(claim)
  useOpenActs(acts.map((id) => ({ id, title: t(($) => $.reconFees.acts[id]), icon: id === 'send' ? 'mail' : 'check', run: () => setAsked(id) }))) // prettier-ignore
  const [first, ...others] = acts
  return (
    <Screen
      name="reconFees"
      title={t(($) => $.reconFees.claimTitle, { channel: nameOf(claim.payment_channel_key) })}
      {...back}
      wide
      facts={
      <HeadFacts
        facts={[
          { name: 'state', fact: <Status of="feeClaim" state={claim.state} /> },
          { name: 'amount', fact: <ExactAmount value={claim.amount} currency={claim.currency} /> },
          { name: 'who', fact: <bdi>{claim.created_by}</bdi> },
          { name: 'time', fact: <Time at={claim.created_at} zoned /> },
        ]}
      />
      }
      actions={
        <>
          <Evidence claimRef={claim.claim_ref} />
          {others.map((id) => (
            <Button key={id} variant="default" onClick={() => setAsked(id)}>
              {t(($) => $.reconFees.acts[id])}
            </Button>
          ))}
          {first && <Button onClick={() => setAsked(first)}>{t(($) => $.reconFees.acts[first])}</Button>}
        </>
      }
    >
      <Section title={t(($) => $.reconFees.claimFacts)}>
        <p className={styles['next']}>{t(($) => $.reconFees.next[claim.state])}</p>
        <Facts
          facts={[
            [t(($) => $.columns.claim_ref), <CopiedReference key="ref" copy={claim.claim_ref}>{claim.claim_ref}</CopiedReference>],
            [t(($) => $.columns.rows), numberText(claim.rows, language)],
            [t(($) => $.columns.sent_to), claim.sent_to ? <LeftToRight>{claim.sent_to}</LeftToRight> : undefined],
            [t(($) => $.reconFees.sentAt), claim.sent_at ? <Time at={claim.sent_at} zoned /> : undefined],
            [t(($) => $.columns.recovered), claim.state === 'recovered' ? <ExactAmount value={claim.recovered} currency={claim.currency} /> : undefined],
            [t(($) => $.reconFees.recoveryLine), claim.recovery_ref ? <CopiedReference copy={claim.recovery_ref}>{claim.recovery_ref}</CopiedReference> : undefined],
            [t(($) => $.reconFees.closedBy), claim.closed_by ? <bdi>{claim.closed_by}</bdi> : undefined],
            [t(($) => $.reconFees.closedAt), claim.closed_at ? <Time at={claim.closed_at} zoned /> : undefined],
            [t(($) => $.reconFees.note), claim.note ? <bdi>{claim.note}</bdi> : undefined],
          ]}
        />
      </Section>
      <ClaimRows claim={claim} query={rows} />
      <History object="fee-claim" objectRef={claim.claim_ref} />
      {asked && <ClaimDialogue act={asked} claim={claim} onClose={() => setAsked(null)} />}
    </Screen>
  )
} // prettier-ignore

/** The sheet of all rows, as the provider gets it. */
function Evidence({ claimRef }: { claimRef: string }): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(downloadFeeClaim)
  const save = async () => {
    const outcome = await act({ path: { claim_ref: claimRef } })
    if (outcome.ok) saveFile(fileOf(outcome.answer))
  }
  return (
    <Button variant="default" leftSection={<Icon name="download" />} loading={pending} onClick={() => void save()}>
      {t(($) => $.reconFees.downloadEvidence)}
    </Button>
  )
}
