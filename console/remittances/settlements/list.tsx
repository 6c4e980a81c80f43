import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { exportRemittances, listRemittances, remittanceList } from '#contract/remittances.ts'
import { Amount, Day, Nothing } from '#console/kit/details/values.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { Rate } from '../rate.tsx'
import { Hurry } from './hurry.tsx'
import styles from './settlements.module.css'

/** Settlements of sales abroad, newest first: what was sold, what is sent, at which rate, and when it arrives. */
export default function Remittances(): ReactNode {
  const { t } = useTranslation()
  return (
    <ListScreen
      name="remittances"
      table="remittances"
      call={listRemittances}
      exports={exportRemittances}
      list={remittanceList}
      status="remittance"
      rowKey={({ settlement_ref }) => settlement_ref}
      to={({ settlement_ref }) => ({ to: 'remittance', search: { ref: settlement_ref } as never })}
      cells={{
        period_from: ({ period_from }) => <Day of={period_from} />,
        period_to: ({ period_to }) => <Day of={period_to} />,
        expected_on: ({ expected_on }) => (expected_on ? <Day of={expected_on} /> : <Nothing />),
        source_forex_rate: ({ source_forex_rate }) => <Rate of={source_forex_rate} />,
        reference_forex_rate: ({ reference_forex_rate }) => <Rate of={reference_forex_rate} />,
        applied_forex_rate: ({ applied_forex_rate }) => <Rate of={applied_forex_rate} />,
        net_amount_transferred_dc: ({ net_amount_transferred_dc: sent, estimate_dc: estimate, destination_currency: currency }) =>
          sent === null ? (
            estimate === null ? (
              <Nothing />
            ) : (
              <span className={styles['estimate']}>
                {t(($) => $.remittances.about)} <Amount value={estimate} currency={currency} />
              </span>
            )
          ) : (
            <Amount value={sent} currency={currency} />
          ),
      }}
      searchFinds={t(($) => $.remittances.searchFinds)}
      above={<Hurry />}
      empty={{
        title: t(($) => $.remittances.emptyTitle),
        text: t(($) => $.remittances.emptyText),
        begin: <ButtonLink to="remittanceAccounts">{t(($) => $.screens.remittanceAccounts)}</ButtonLink>,
      }}
    />
  )
} // prettier-ignore
