import { Select } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listVirtualAccounts } from '#contract/virtual-accounts.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Amount } from '#console/kit/details/values.tsx'
import { amountInText } from '#console/kit/i18n/amounts.ts'
import { isolated, isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { failureText, useLanguage } from '#console/kit/i18n/words.ts'
import type { FormProps } from './form-props.ts'

/** The choice of the virtual account, each with what it has available. The only one is chosen already. */
export function AccountSelect({ form }: FormProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const environment = environmentOf(useUser())
  const accounts = useCall(listVirtualAccounts, { query: { environment } })
  const open = accounts.data?.filter(({ end_date: ended }) => ended === null) ?? []
  const { virtual_acc_no: chosenNo, currency } = form.values
  const [only] = open
  const chosen = open.find(({ account_no: no }) => no === chosenNo) ?? (open.length === 1 && !chosenNo ? only : undefined)
  const wanted = chosen?.currency
  useEffect(() => {
    if (chosen && (wanted !== currency || chosen.account_no !== chosenNo))
      form.setValues({ virtual_acc_no: chosen.account_no, currency: chosen.currency })
    // oxlint-disable-next-line react/exhaustive-deps -- when another account is chosen, or the only one has been read
  }, [chosen?.account_no, wanted])
  return (
    <Select
      className="wide"
      label={t(($) => $.payoutForm.account)}
      description={
        accounts.error ? (
          failureText(accounts.error)
        ) : accounts.data && open.length === 0 ? (
          t(($) => $.payoutForm.noAccounts)
        ) : chosen ? (
          <>
            {t(($) => $.payoutForm.available)} <Amount value={chosen.available_balance} currency={chosen.currency} />
          </>
        ) : undefined
      }
      withAsterisk
      placeholder={t(($) => $.payoutForm.chooseAccount)}
      data={open.map((account) => ({
        value: account.account_no,
        label: `${isolated(account.account_name)} ${isolatedLtr(account.account_no)} · ${amountInText(account.available_balance, account.currency, language)}`,
      }))}
      searchable={open.length > 8}
      allowDeselect={false}
      {...form.getInputProps('virtual_acc_no')}
    />
  )
} // prettier-ignore
