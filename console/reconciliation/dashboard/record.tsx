import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readReconEvidence, type ReconEvidence } from '#contract/recon-evidence.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Missing } from '#console/kit/details/missing.tsx'
import { ObjectHead } from '#console/kit/details/object-head.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { Decided } from './decided.tsx'
import { evidenceWords, type EvidenceValues } from './evidence-words.ts'
import { Differences, FeeOf, Origin } from './evidence-parts.tsx'
import { Members } from './members.tsx'
import { OriginalRow } from './original-row.tsx'
import styles from './dashboard.module.css'

/** One record: what became of it in one sentence, and the values that the sentence is made of. */
export default function ReconRecord(): ReactNode {
  const { ref = '', merchant = '' } = useScreenSearch('reconRecord')
  return (
    <ActingFor merchant={merchant}>
      <Asked key={ref} recordRef={ref} />
    </ActingFor>
  )
}

function Asked({ recordRef }: { recordRef: string }): ReactNode {
  const environment = environmentOf(useUser())
  const query = useCall(
    readReconEvidence,
    { path: { record_ref: recordRef }, query: { environment } },
    { enabled: recordRef !== '' },
  )
  if (query.data) return <Shown record={query.data} />
  return (
    <Screen name="reconRecord" back="reconDashboard">
      <Unanswered query={query} lines={10} absent={recordRef === ''} missing={<Missing what="reconRecord" />} />
    </Screen>
  )
}

function Shown({ record }: { record: ReconEvidence }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const told = { ...record, evidence: record.evidence as EvidenceValues }
  return (
    <Screen
      name="reconRecord"
      title={record.transaction_id || record.merchant_order_ref || wireWord('recordTypes', record.record_type)}
      back="reconDashboard"
      backSearch={{ pair: String(record.msm_id) }}
      wide
    >
      <ObjectHead
        amount={<ExactAmount value={record.amount ?? record.net} currency={record.amount === null ? record.net_currency : record.currency} />}
        state={<Status of="reconOutcome" state={record.status} />}
        facts={[
          { name: 'type', fact: wireWord('recordTypes', record.record_type) },
          { name: 'source', fact: <LeftToRight>{record.data_source}</LeftToRight> },
          { name: 'time', fact: record.at && <Time at={record.at} zoned /> },
        ]}
      />
      <p className={styles['sentence']} data-card data-open={record.is_open || undefined}>
        {evidenceWords(told, language)}
      </p>
      <Members title={t(($) => $.reconEvidence.sides)} members={record.members} present={record.record_ref} />
      {record.suggested.length > 0 && (
        <Members title={wireWord('columns', 'suggested_strength')} members={record.suggested} present={record.record_ref} />
      )}
      {record.decided && <Decided by={record.decided} />}
      <Differences record={told} />
      <FeeOf record={record} />
      <Origin record={record} />
      {record.file && <OriginalRow recordRef={record.record_ref} />}
    </Screen>
  )
} // prettier-ignore
