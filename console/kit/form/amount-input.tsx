import type { ReactNode } from 'react'
import { currencies, type Currency } from '#contract/kit/money.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { DecimalInput, type DecimalInputProps } from './decimal-input.tsx'
import { decimalShown, westernDecimal } from './decimal.ts'

/** The input of an amount, with the currency's number of decimals. The form has the decimal in Western digits. */
export function AmountInput({ currency, ...input }: DecimalInputProps & { currency: Currency }): ReactNode {
  const language = useLanguage()
  const decimals = currencies[currency]
  return (
    <DecimalInput
      {...input}
      decimals={decimals}
      placeholder={decimalShown('0', language, decimals)}
      rightSection={<span aria-hidden="true">{currency}</span>}
      rightSectionWidth={56}
    />
  )
}

/** The number of a typed text: undefined for an empty text, NaN for one that is no number. */
export const amountNumber = (written: string): number | undefined =>
  written.trim() === '' ? undefined : Number(westernDecimal(written) || Number.NaN)
