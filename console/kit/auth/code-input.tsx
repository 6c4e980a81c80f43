import { TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { codeDigits } from './code-digits.ts'
import styles from './code-input.module.css'

interface CodeInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string
  onChange: (code: string) => void
}

/** The six digits of an authenticator app: typed, pasted with blanks, or filled in by the device. */
export function CodeInput({ value, onChange, ...props }: CodeInputProps): ReactNode {
  return (
    <TextInput
      {...props}
      classNames={{ wrapper: styles['box'] ?? '', input: styles['code'] ?? '' }}
      name="otp"
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => onChange(codeDigits(event.currentTarget.value))}
    />
  )
}
