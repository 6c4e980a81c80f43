import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { exportReconExceptions } from '#contract/recon-exception-sheets.ts'
import { listReconExceptions, reconExceptionList, type ReconException } from '#contract/recon-exceptions.ts'
import { ageBucketNames } from '#contract/recon-decision-shapes.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { usePairs } from '../dashboard/pairs.ts'
import { exceptionCells } from './cells.tsx'
import { BringBack } from './bring-back.tsx'
import { ChosenActs } from './chosen-acts.tsx'
import { NothingOpen } from './nothing-open.tsx'
import { useOwners } from './owners.ts'

/** What somebody has to look at. */
export function Exceptions({ tabs }: { tabs: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const search = useScreenSearch('reconExceptions') as RawSearch
  const owners = useOwners()
  const { data: pairs = [] } = usePairs()
  const isDenied = useDenied('reconData') !== null
  const sources = [...new Set(pairs.flatMap(({ data_source_a: a, data_source_b: b }) => [a, b]))]
  return (
    <ListScreen
      name="reconExceptions"
      table="recon-exceptions"
      call={listReconExceptions}
      exports={exportReconExceptions}
      begin={!isDenied && <BringBack />}
      list={reconExceptionList}
      status="reconOutcome"
      rowKey={({ record_ref }) => record_ref}
      to={({ record_ref: ref }) => ({ to: 'reconException', search: { ...search, ref } as never })}
      above={tabs}
      cells={exceptionCells}
      choices={{
        age_bucket: ageBucketNames.map((value) => ({ value, label: codeWord('reconAges', value) })),
        strength: (['suggested', 'ambiguous'] as const).map((value) => ({ value, label: codeWord('matchStrengths', value) })),
        owner_id: owners,
        data_source: sources.map((value) => ({ value, label: isolatedLtr(value) })),
      }}
      choosing={{
        nameOf: (row: ReconException) => row.transaction_id || row.merchant_order_ref,
        most: limits.reconDecidedAtOnce,
        mostFound: limits.reconDecidedAtOnce,
        acts: (rows, clear, found) => <ChosenActs of={{ rows, found }} onDone={clear} />,
      }}
      searchFinds={t(($) => $.reconFees.searchFinds)}
      empty={{ title: t(($) => $.reconExceptions.emptyTitle), text: t(($) => $.reconExceptions.emptyText), begin: <NothingOpen pairs={pairs} /> }}
    />
  )
} // prettier-ignore
