import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireOutput } from '#contract/kit/call.ts'
import { readReconException } from '#contract/recon-exceptions.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Missing } from '#console/kit/details/missing.tsx'
import { ObjectHead } from '#console/kit/details/object-head.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Day, LeftToRight } from '#console/kit/details/values.tsx'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { Differences, FeeOf, Origin } from '../dashboard/evidence-parts.tsx'
import { evidenceWords, type EvidenceValues } from '../dashboard/evidence-words.ts'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { ActsOnOne } from './acts-on-one.tsx'
import { Comments, Decisions, Questions, Waiting } from './said.tsx'
import { Sides } from './sides.tsx'
import { Suggestion } from './suggestion.tsx'
import styles from './exceptions.module.css'

export type ReconExceptionDetails = WireOutput<typeof readReconException>

/** One exception: both sides next to each other, what is suggested and why, and what people have said of it. */
export default function ReconException(): ReactNode {
  const { ref = '', merchant = '' } = useScreenSearch('reconException') as RawSearch
  return (
    <ActingFor merchant={merchant}>
      <Asked key={ref} recordRef={ref} />
    </ActingFor>
  )
}

/** The list that one comes from, without the one. */
const useListSearch = (): RawSearch => {
  const { ref: _, ...list } = useScreenSearch('reconException') as RawSearch
  return list
}

function Asked({ recordRef }: { recordRef: string }): ReactNode {
  const environment = environmentOf(useUser())
  const backSearch = useListSearch()
  const path = { record_ref: recordRef }
  const query = useCall(readReconException, { path, query: { environment } }, { enabled: recordRef !== '' })
  if (query.data) return <Shown of={query.data} />
  return (
    <Screen name="reconException" back="reconExceptions" backSearch={backSearch}>
      <Unanswered query={query} lines={10} absent={recordRef === ''} missing={<Missing what="reconException" />} />
    </Screen>
  )
}

function Shown({ of }: { of: ReconExceptionDetails }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { record, age, owner_name: owner, owner_due_on: dueOn } = of
  const told = { ...record, evidence: record.evidence as EvidenceValues }
  return (
    <Screen
      name="reconException"
      title={record.transaction_id || record.merchant_order_ref || wireWord('recordTypes', record.record_type)}
      back="reconExceptions"
      backSearch={useListSearch()}
      wide
      actions={<ActsOnOne of={of} />}
    >
      <ObjectHead
        amount={<ExactAmount value={record.amount ?? record.net} currency={record.currency || record.net_currency} />}
        state={<Status of="reconOutcome" state={record.status} />}
        facts={[
          { name: 'type', fact: wireWord('recordTypes', record.record_type) },
          { name: 'source', fact: <LeftToRight>{record.data_source}</LeftToRight> },
          { name: 'age', fact: record.is_open && t(($) => $.reconExceptions.openFor, { count: age }) },
          { name: 'owner', fact: owner && <>{t(($) => $.columns.owner_name)}: <bdi>{owner}</bdi></> },
          { name: 'due', fact: dueOn && <>{t(($) => $.columns.owner_due_on)}: <Day of={dueOn} /></> },
        ]}
      />
      <Waiting of={of} />
      <p className={styles['sentence']} data-card data-open={record.is_open || undefined}>
        {evidenceWords(told, language)}
      </p>
      <Suggestion record={told} />
      <Sides record={told} />
      <Decisions of={of} />
      <Questions of={of} />
      <Comments of={of} />
      <Differences record={told} />
      <FeeOf record={record} />
      <Origin record={record} />
    </Screen>
  )
} // prettier-ignore
