import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { momentOf } from '#contract/kit/text-forms.ts'
import { listBeneficiaries, readBeneficiary } from '#contract/beneficiaries.ts'
import type { BeneficiaryAccount } from '#contract/beneficiary-shapes.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Time } from '#console/kit/details/values.tsx'
import { isolated, isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { codeWord, failureText } from '#console/kit/i18n/words.ts'
import { Notice } from '#console/kit/ui/notice.tsx'
import { accountTail } from '../payout-words.ts'
import type { FormProps } from './form-props.ts'

/** Beneficiaries are looked for when typing pauses. */
const typingMs = 250
const beneficiariesAtOnce = 25

/** The choice of a beneficiary, found by a part of the name, and of one of their accounts, with what its checks have found. */
export function BeneficiarySelect({ form }: FormProps): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const [typed, setTyped] = useState('')
  const [sought] = useDebouncedValue(typed, typingMs)
  const { beneficiary_uuid: ref, account_uuid: accountRef } = form.values
  const chosen = useCall(readBeneficiary, { path: { ref }, body: { environment } }, { enabled: ref !== '' })
  const offered = useCall(
    listBeneficiaries,
    { body: { environment, pagesize: beneficiariesAtOnce, ...(sought ? { search: sought } : {}) } },
    { keepPrevious: true },
  )
  const others = (offered.data?.content ?? []).filter((one) => one.is_active && one.beneficiary_uuid !== ref)
  const rows = [
    ...(ref && chosen.data ? [{ value: ref, label: isolated(chosen.data.name) }] : []),
    ...others.map((one) => ({
      value: one.beneficiary_uuid,
      label: `${isolated(one.name)} · ${isolated(one.bank_name)} ${isolatedLtr(accountTail(one.account_no))}`,
    })),
  ]
  const accounts = ref ? (chosen.data?.accounts.filter(({ is_active: active }) => active) ?? []) : []
  const account =
    accounts.find(({ account_uuid: uuid }) => uuid === accountRef) ?? accounts.find(({ is_default: first }) => first)
  const chosenLabel = rows[0]?.value === ref ? rows[0].label : ''
  return (
    <>
      <Select
        className="wide"
        label={t(($) => $.payoutForm.beneficiary)}
        description={offered.error ? failureText(offered.error) : t(($) => $.payoutForm.beneficiaryHint)}
        withAsterisk
        placeholder={t(($) => $.payoutForm.chooseBeneficiary)}
        data={rows}
        // The server has found them; what is typed is not compared with their labels again.
        filter={({ options }) => options}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t(($) => $.list.noMatchTitle)}
        onSearchChange={(text) => setTyped(text === chosenLabel ? '' : text)}
        {...form.getInputProps('beneficiary_uuid')}
        onChange={(value) => form.setValues({ beneficiary_uuid: value ?? '', account_uuid: '' })}
      />
      {accounts.length > 1 && (
        <Select
          className="wide"
          label={t(($) => $.payoutForm.toAccount)}
          data={accounts.map((one) => ({ value: one.account_uuid, label: labelOf(one) }))}
          allowDeselect={false}
          {...form.getInputProps('account_uuid')}
          value={account?.account_uuid ?? null}
        />
      )}
      {account && <Checks account={account} screening={chosen.data?.screening ?? ''} />}
    </>
  )
}

const labelOf = (account: BeneficiaryAccount) =>
  `${isolated(account.bank_name || codeWord('accountTypes', account.account_type))} ${isolatedLtr(accountTail(account.account_no))}`

/** What the checks of an account have found. */
function Checks({ account, screening }: { account: BeneficiaryAccount; screening: string }): ReactNode {
  const { t } = useTranslation()
  const { name_check: check, waits_until: until, warnings } = account
  const waits = until !== null && momentOf(until) > new Date()
  const good = !waits && warnings.length === 0 && check === 'MATCH'
  return (
    <div className="wide">
      <Notice tone={good ? 'good' : 'notice'} title={labelOf(account)}>
        <p>
          {t(($) => $.payouts.nameCheck)}: {codeWord('states.nameCheck', check)}
          {account.name_at_bank && (
            <>
              {' '}
              (<bdi>{account.name_at_bank}</bdi>)
            </>
          )}
        </p>
        {screening && (
          <p>
            {t(($) => $.payoutForm.screening)}: {codeWord('states.screening', screening)}
          </p>
        )}
        {warnings.map((warning) => (
          <p key={warning}>{codeWord('accountWarnings', warning)}</p>
        ))}
        {waits && (
          <p>
            {t(($) => $.payoutForm.waits)} <Time at={until} zoned />
          </p>
        )}
      </Notice>
    </div>
  )
}
