import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldError } from '#contract/account-checks.ts'
import type { AccountField } from '#contract/account-fields.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from './account-field.module.css'

interface AccountFieldInputProps {
  label: string
  field: AccountField
  value: string
  country: string
  /** What a form gives to the input. */
  given: object
  /** What a blank one keeps; it need not be filled in then. */
  keeps?: string
}

/** One field of an account, told right or wrong while it is typed. */
export function AccountFieldInput({ label, field, value, country, given, keeps = '' }: AccountFieldInputProps): ReactNode {
  const { t } = useTranslation()
  const isNeeded = !field.optional && keeps === ''
  if (field.kind === 'choice')
    return (
      <Select
        label={label}
        withAsterisk={isNeeded}
        data={field.of.map((one) => ({ value: one, label: codeWord('accountKinds', one) }))}
        {...given}
        value={value || null}
      />
    )
  const isRight = value.trim() !== '' && fieldError(field, value, country) === null
  return (
    <TextInput
      label={label}
      {...hintOf(field)}
      withAsterisk={isNeeded}
      dir={field.kind === 'text' ? 'auto' : 'ltr'}
      autoComplete="off"
      spellCheck={false}
      maxLength={64}
      {...(keeps && { placeholder: keeps })}
      rightSection={
        isRight && (
          <span className={styles['right']} title={t(($) => $.beneficiaries.looksRight)}>
            <Icon name="check" />
          </span>
        )
      }
      {...given}
      value={value}
    />
  )

  function hintOf(of: AccountField): { description?: string } {
    if (keeps) return { description: t(($) => $.remittanceAccounts.keeps) }
    if (of.kind === 'digits' || of.kind === 'letters_digits' || of.kind === 'bank') {
      const { least, most, kind } = of
      const isDigits = kind === 'digits'
      if (least === most)
        return { description: isDigits ? t(($) => $.beneficiaries.digits, { count: least }) : t(($) => $.beneficiaries.signs, { count: least }) }
      return { description: isDigits ? t(($) => $.beneficiaries.digitsRange, { least, most }) : t(($) => $.beneficiaries.signsRange, { least, most }) }
    }
    const hint = codeWord('accountHints', of.kind)
    return hint === of.kind ? {} : { description: hint }
  }
} // prettier-ignore
