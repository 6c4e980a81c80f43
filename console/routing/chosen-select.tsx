import { Select, type SelectProps } from '@mantine/core'
import type { ReactNode } from 'react'

/** A select whose choice can be taken back. An empty text is no choice, as forms keep it. */
export const ChosenSelect = ({ value, onChange, ...props }: SelectProps): ReactNode => (
  <Select
    {...props}
    value={value || null}
    clearable={Boolean(value)}
    onChange={(chosen, option) => onChange?.(chosen ?? '', option)}
  />
)
