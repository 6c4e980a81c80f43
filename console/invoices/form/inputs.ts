import type { UseFormReturnType } from '@mantine/form'
import { answerName } from './invoice-body.ts'
import type { InvoiceValues } from './invoice-form.ts'

export interface FormProps {
  form: UseFormReturnType<InvoiceValues>
  /** The names, as answers have them, of the fields that cannot change any more. */
  fixed: ReadonlySet<string>
}

/** The properties of the input of a field; one that is fixed shows its value and takes no other. */
export const inputOf = ({ form, fixed }: FormProps, path: string, kind?: 'checkbox'): Record<string, unknown> => ({
  ...(form.getInputProps(path, kind ? { type: kind } : {}) as object),
  ...(fixed.has(answerName(path)) ? { disabled: true } : {}),
})
