import type { UseFormReturnType } from '@mantine/form'
import type { PayoutValues } from './payout-form.ts'

export interface FormProps {
  form: UseFormReturnType<PayoutValues>
}
