import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, useState, type ReactNode } from 'react'
import { suggestForInvoice } from '#contract/invoices.ts'
import { useCall } from '#console/kit/api/use-call.ts'

interface SuggestInputProps extends Omit<AutocompleteProps, 'data' | 'onChange' | 'value'> {
  of: 'customer' | 'item'
  value?: string
  onChange?: (text: string) => void
  /** Takes over what was used before. */
  onTake: (used: Record<string, unknown>) => void
}

/** A text input that offers what was used on invoices before while it is typed into. */
export function SuggestInput({ of, value = '', onChange, onTake, ...input }: SuggestInputProps): ReactNode {
  const [typing, setTyping] = useState(false)
  const [text] = useDebouncedValue(value.trim(), 200)
  const found = useCall(
    suggestForInvoice,
    { body: { of, text } },
    { enabled: typing && text !== '', keepPrevious: true },
  )
  const offered = new Map(
    (typing && value.trim() !== '' ? (found.data ?? []) : []).map((one) => [one.label, one.value]),
  )
  // Taking one also types its label, which is not always the name alone.
  const taken = useRef(false)
  return (
    <Autocomplete
      {...input}
      dir="auto"
      autoComplete="off"
      data={[...offered.keys()]}
      filter={({ options }) => options}
      value={value}
      onOptionSubmit={(label) => {
        const used = offered.get(label)
        if (!used) return
        taken.current = true
        onTake(used)
        setTyping(false)
      }}
      onChange={(next) => {
        if (!taken.current) {
          setTyping(true)
          onChange?.(next)
        }
        taken.current = false
      }}
    />
  )
}
