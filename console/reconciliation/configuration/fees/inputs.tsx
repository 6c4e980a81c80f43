import { Autocomplete, Select, type AutocompleteProps, type SelectProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { isoCurrencyCodes } from '#contract/iso-currencies.ts'
import { paymentMethods } from '#contract/methods.ts'
import { DecimalInput, type DecimalInputProps } from '#console/kit/form/decimal-input.tsx'
import { methodWord } from '../../fees/method-word.ts'

/** A number with decimals; `unit` is its currency or the percent sign. */
export const UnitInput = ({ unit, ...input }: DecimalInputProps & { unit: string }): ReactNode => (
  <DecimalInput
    {...input}
    rightSection={<span aria-hidden="true">{unit}</span>}
    rightSectionWidth={unit.length > 1 ? 56 : 32}
  />
)

/** Any currency of ISO 4217, since providers settle in more than shoppers pay in. */
export const AnyCurrencySelect = (props: SelectProps): ReactNode => (
  <Select {...props} data={isoCurrencyCodes.toSorted()} searchable clearable={!props.required && props.value !== ''} />
)

/** A way to pay of ours, or the word of the provider's files. */
export const MethodInput = (props: AutocompleteProps): ReactNode => (
  <Autocomplete
    {...props}
    data={paymentMethods.toSorted()}
    renderOption={({ option: { value } }) => <span>{methodWord(value)}</span>}
    maxLength={60}
  />
)
