import { TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { currencies, type Currency } from '#contract/kit/money.ts'
import { displayLocale } from '#i18n/languages.ts'
import { westernDecimal } from './decimal.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'

interface AmountInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** The text as it was typed; {@link westernDecimal} parses it. */
  value?: string
  onChange?: (written: string) => void
  currency: Currency
}

/** The input of an amount: shows the currency's number of decimals and groups the digits on blur. */
export function AmountInput({ value = '', onChange, currency, onBlur, ...input }: AmountInputProps): ReactNode {
  const language = useLanguage()
  const decimals = currencies[currency]
  const tidy = (written: string) => {
    const text = westernDecimal(written)
    const fraction = text.split('.')[1] ?? ''
    if (!/^\d{1,15}(\.\d+)?$/.test(text) || fraction.length > decimals) return written
    return new Intl.NumberFormat(displayLocale(language), {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }).format(text as Intl.StringNumericLiteral)
  }
  return (
    <TextInput
      {...input}
      dir="ltr"
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      placeholder={decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`}
      rightSection={<span aria-hidden="true">{currency}</span>}
      rightSectionWidth={56}
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      onBlur={(event) => {
        const tidied = tidy(value)
        if (tidied !== value) onChange?.(tidied)
        onBlur?.(event)
      }}
    />
  )
}

/** The number of a typed text: undefined for an empty text, NaN for one that is no number. */
export const amountNumber = (written: string): number | undefined =>
  written.trim() === '' ? undefined : Number(westernDecimal(written) || Number.NaN)
