import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listBeneficiaries } from '#contract/beneficiaries.ts'
import { beneficiaryList } from '#contract/beneficiary-lists.ts'
import { nameChecks } from '#contract/payout-states.ts'
import { screeningStates } from '#contract/screening.ts'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, LeftToRight, Nothing } from '#console/kit/details/values.tsx'
import { countryName } from '#console/kit/i18n/names.ts'
import { codeWord, stateWord, useLanguage } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useMerchantOf } from '#console/kit/list/use-merchant-of.ts'
import styles from './beneficiaries.module.css'

/** Whom payouts go to, with what was checked of them; of a master, those of all its merchants. */
export default function Beneficiaries(): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const merchantOf = useMerchantOf()
  const yesOrNo = [
    { value: 'true', label: codeWord('yesNo', 'yes') },
    { value: 'false', label: codeWord('yesNo', 'no') },
  ]
  return (
    <ListScreen
      name="beneficiaries"
      table="beneficiaries"
      call={listBeneficiaries}
      list={beneficiaryList}
      rowKey={(row) => row.beneficiary_uuid}
      to={(row) => {
        const merchant = merchantOf(row)
        return { to: 'updateBeneficiary', search: { ref: row.beneficiary_uuid, ...(merchant ? { merchant } : {}) } }
      }}
      cells={{
        name: ({ name }) => <bdi>{name}</bdi>,
        account_no: ({ account_no: number }) => (number ? <LeftToRight>{number}</LeftToRight> : <Nothing />),
        country: ({ country }) => countryName(country, language),
        name_check: ({ name_check: state }) => <Status of="nameCheck" state={state} />,
        screening: ({ screening }) => <Status of="screening" state={screening} />,
        is_active: ({ is_active: is }) => codeWord('yesNo', is ? 'yes' : 'no'),
        is_one_off: ({ is_one_off: is }) => codeWord('yesNo', is ? 'yes' : 'no'),
        paid: ({ paid }) =>
          paid.length === 0 ? (
            <Nothing />
          ) : (
            <span className={styles['sums']}>
              {paid.map(({ amount, currency }) => (
                <Amount key={currency} value={amount} currency={currency} />
              ))}
            </span>
          ),
      }}
      choices={{
        name_check: nameChecks.map((value) => ({ value, label: stateWord('nameCheck', value) })),
        screening: screeningStates.map((value) => ({ value, label: stateWord('screening', value) })),
        is_active: yesOrNo,
        is_one_off: yesOrNo,
      }}
      create={{ to: 'createBeneficiary', label: t(($) => $.beneficiaries.create), rule: 'payoutMakers' }}
      searchFinds={t(($) => $.beneficiaries.searchFinds)}
      empty={{ title: t(($) => $.beneficiaries.emptyTitle), text: t(($) => $.beneficiaries.emptyText) }}
    />
  )
}
