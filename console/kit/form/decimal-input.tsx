import { TextInput, type TextInputProps } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { decimalShown, decimalTyped } from './decimal.ts'

export interface DecimalInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** A decimal with a point, or what was typed where that is none. */
  value?: string
  onChange?: (decimal: string) => void
  /** How many decimals are shown once the input is left; without it, as many as were typed. */
  decimals?: number
}

/**
 * The input of a number, which is read and written as the language does: it shows what is typed, and once that is left the
 * number with grouped digits. The form has the decimal in Western digits.
 */
export function DecimalInput({ value = '', onChange, decimals, onBlur, ...input }: DecimalInputProps): ReactNode {
  const language = useLanguage()
  const [typed, setTyped] = useState<{ text: string; decimal: string } | null>(null)
  const type = (text: string) => {
    const decimal = decimalTyped(text, language)
    setTyped({ text, decimal })
    onChange?.(decimal)
  }
  return (
    <TextInput
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...input}
      dir="ltr"
      value={typed?.decimal === value ? typed.text : decimalShown(value, language, decimals)}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
