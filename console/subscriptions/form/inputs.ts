import type { UseFormReturnType } from '@mantine/form'
import type { SubscriptionValues } from './subscription-form.ts'

export interface FormProps {
  form: UseFormReturnType<SubscriptionValues>
}
