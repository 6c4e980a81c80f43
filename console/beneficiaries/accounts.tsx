import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listBeneficiaryAccounts } from '#contract/beneficiaries.ts'
import { beneficiaryAccountList } from '#contract/beneficiary-lists.ts'
import { accountTypes } from '#contract/payout-shapes.ts'
import { nameChecks } from '#contract/payout-states.ts'
import { Status } from '#console/kit/details/status.tsx'
import { LeftToRight } from '#console/kit/details/values.tsx'
import { countryName } from '#console/kit/i18n/names.ts'
import { codeWord, stateWord, useLanguage } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'

/** All accounts over all beneficiaries. */
export default function BeneficiaryAccounts(): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const yesNo = (is: boolean) => codeWord('yesNo', is ? 'yes' : 'no')
  return (
    <ListScreen
      name="beneficiaryAccounts"
      table="beneficiary-accounts"
      call={listBeneficiaryAccounts}
      list={beneficiaryAccountList}
      rowKey={(row) => row.account_uuid}
      to={(row) => ({ to: 'updateBeneficiary', search: { ref: row.beneficiary_uuid } })}
      cells={{
        account_name: ({ account_name: name }) => <bdi>{name}</bdi>,
        beneficiary_name: ({ beneficiary_name: name }) => <bdi>{name}</bdi>,
        account_no: ({ account_no: number }) => <LeftToRight>{number}</LeftToRight>,
        country: ({ country }) => countryName(country, language),
        name_check: ({ name_check: state }) => <Status of="nameCheck" state={state} />,
        is_default: (row) => yesNo(row.is_default),
        is_active: (row) => yesNo(row.is_active),
      }}
      choices={{
        name_check: nameChecks.map((value) => ({ value, label: stateWord('nameCheck', value) })),
        account_type: accountTypes.map((value) => ({ value, label: codeWord('accountTypes', value) })),
        is_active: [
          { value: 'true', label: yesNo(true) },
          { value: 'false', label: yesNo(false) },
        ],
      }}
      searchFinds={t(($) => $.beneficiaries.accountsSearchFinds)}
      empty={{ title: t(($) => $.beneficiaries.noAccountsTitle), text: t(($) => $.beneficiaries.noAccountsText) }}
    />
  )
}
