import { TextInput, type TextInputProps } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { currencies, type Currency } from '#contract/kit/money.ts'
import { decimalShown, decimalTyped, westernDecimal } from './decimal.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'

interface AmountInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** A decimal with a point, or what was typed where that is none; {@link westernDecimal} parses it. */
  value?: string
  onChange?: (decimal: string) => void
  currency: Currency
}

/**
 * The input of an amount, which is read and written as the language does: it shows what is typed, and once that is left the
 * currency's number of decimals and grouped digits. The form has the decimal in Western digits.
 */
export function AmountInput({ value = '', onChange, currency, onBlur, ...input }: AmountInputProps): ReactNode {
  const language = useLanguage()
  const [typed, setTyped] = useState<{ text: string; decimal: string } | null>(null)
  const decimals = currencies[currency]
  const type = (text: string) => {
    const decimal = decimalTyped(text, language)
    setTyped({ text, decimal })
    onChange?.(decimal)
  }
  return (
    <TextInput
      {...input}
      dir="ltr"
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      placeholder={decimalShown('0', language, decimals)}
      rightSection={<span aria-hidden="true">{currency}</span>}
      rightSectionWidth={56}
      value={typed?.decimal === value ? typed.text : decimalShown(value, language, decimals)}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}

/** The number of a typed text: undefined for an empty text, NaN for one that is no number. */
export const amountNumber = (written: string): number | undefined =>
  written.trim() === '' ? undefined : Number(westernDecimal(written) || Number.NaN)
