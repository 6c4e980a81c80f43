import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listSubMerchantsPaginated } from '#contract/master-merchants.ts'
import { subMerchantKinds, subMerchantList } from '#contract/sub-merchants.ts'
import { kycStatuses } from '#contract/merchants.ts'
import { countryChoices, countryName } from '#console/kit/i18n/names.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { RowMenu } from './row-menu.tsx'

/** The list of a master's merchants, each with a menu of acts. */
export function Merchants({ tabs }: { tabs: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <ListScreen
      name="masterMerchants"
      table="merchants"
      above={tabs}
      call={listSubMerchantsPaginated}
      list={subMerchantList}
      status="merchant"
      rowKey={(row) => row.uuid}
      to={(row) => ({ to: 'subMerchant', search: { sub: row.key } })}
      cells={{
        name: (row) => <bdi>{row.name}</bdi>,
        merchant_kind: (row) => wireWord('merchantKinds', row.kind),
        kyc_status: (row) => <Status of="kyc" state={row.kyc_status} />,
        country: (row) => countryName(row.country, language),
        acc_status: (row) => wireWord('accountStates', row.acc_status),
        actions: (row) => <RowMenu merchant={row} />,
      }}
      choices={{
        kyc_status: kycStatuses.map((value) => ({ value, label: wireWord('kycStatuses', value) })),
        merchant_kind: subMerchantKinds.map((value) => ({ value, label: wireWord('merchantKinds', value) })),
        country: countryChoices(language),
      }}
      create={{ to: 'addMerchant', label: t(($) => $.masters.add), rule: 'manageMerchants' }}
      empty={{ title: t(($) => $.masters.emptyTitle), text: t(($) => $.masters.emptyText) }}
    />
  )
}
