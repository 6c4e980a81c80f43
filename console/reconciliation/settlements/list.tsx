import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettlementRow } from '#contract/settlement-shapes.ts'
import { listSettlements, settlementList } from '#contract/settlements.ts'
import { Day, LeftToRight, Nothing, Reference } from '#console/kit/details/values.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { ButtonLink, ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { ExactNumber } from '#console/kit/details/exact-amount.tsx'
import { isZero } from '../fees/decimal-sums.ts'
import styles from './settlements.module.css'

/** What providers have paid out, newest first: whether it is proven, what is open in it, and whether the bank has it. */
export default function ReconSettlements(): ReactNode {
  const { t } = useTranslation()
  return (
    <ListScreen
      name="reconSettlements"
      table="settlements"
      call={listSettlements}
      list={settlementList}
      status="settlement"
      rowKey={({ settlement_id }) => settlement_id}
      to={({ settlement_id }) => ({ to: 'reconSettlement', search: { settlement_id } as never })}
      cells={{
        data_source: ({ data_source }) => <LeftToRight>{data_source}</LeftToRight>,
        batch: ({ batch, account }) => (
          <span className={styles['parts']}>
            <Reference>{batch}</Reference>
            {account && <small><bdi>{account}</bdi></small>}
          </span>
        ),
        payout: ({ payout, currency }) => <ExactNumber value={payout} currency={currency} />,
        proof: (row) => <Proof of={row} />,
        open: (row) => <Open of={row} />,
        bank_credit: ({ bank_credit, bank_on, currency }) => (
          <span className={styles['parts']}>
            <ExactNumber value={bank_credit} currency={currency} />
            {bank_on && <small><Day of={bank_on} /></small>}
          </span>
        ),
        last_on: ({ last_on }) => (last_on ? <Day of={last_on} /> : <Nothing />),
      }}
      choices={{
        open: (['some', 'none'] as const).map((value) => ({ value, label: t(($) => $.reconSettlements.choices.open[value]) })),
        bank: (['missing', 'received'] as const).map((value) => ({ value, label: t(($) => $.reconSettlements.choices.bank[value]) })),
      }}
      searchFinds={t(($) => $.reconSettlements.searchFinds)}
      empty={{ title: t(($) => $.reconSettlements.emptyTitle), text: t(($) => $.reconSettlements.emptyText), begin: <AddFiles /> }}
    />
  )
} // prettier-ignore

function AddFiles(): ReactNode {
  const { t } = useTranslation()
  if (useDenied('reconData')) return null
  return <ButtonLink to="reconData">{t(($) => $.reconFiles.add)}</ButtonLink>
}

/** By how much the lines miss the payout. */
function Proof({ of: { state, proof, currency } }: { of: SettlementRow }): ReactNode {
  if (proof === null) return <Nothing />
  return (
    <span className={styles['proof']} data-off={(!isZero(proof) && state !== 'proven') || undefined}>
      <ExactNumber value={isZero(proof) ? '0.00' : proof} currency={currency} />
    </span>
  )
}

/** How many exceptions it has, as a link to them. */
function Open({ of: { settlement_id, open } }: { of: SettlementRow }): ReactNode {
  const language = useLanguage()
  if (open === 0) return <Nothing />
  return (
    <ScreenLink to="reconSettlement" search={{ settlement_id, tab: 'lines', open: 'some' } as never} className={styles['link']}>
      {numberText(open, language)}
    </ScreenLink>
  )
} // prettier-ignore
