import { useForm, type UseFormReturnType } from '@mantine/form'
import { useState, type SyntheticEvent } from 'react'
import type { Call } from '#contract/kit/call.ts'
import { signatureField } from '#contract/kit/signed-params.ts'
import { schemaErrors } from './schema-errors.ts'
import type { CallError, CallInput } from '#console/kit/api/send-call.ts'
import { useAction, type Outcome } from '#console/kit/api/use-call.ts'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import type { FieldError } from '#contract/faults.ts'

type BodyOf<C extends Call> = object & (CallInput<C> extends { body: infer Body } ? Body : never)

export interface CallForm<Values extends object> {
  form: UseFormReturnType<Values>
  /** The `onSubmit` of the form element. */
  onSubmit: (event?: SyntheticEvent<HTMLFormElement>) => void
  pending: boolean
  /** A failure that belongs to no field. */
  failure: CallError | null
}

interface CallFormOptions<C extends Call, Values extends object> {
  initial: Values
  /** Builds the request's body; empty texts are left out unless `blanks` is `sent`. */
  toBody: (values: Values) => object
  /** `sent`: an empty text clears the stored value. */
  blanks?: 'left out' | 'sent'
  /** The path parameters of the call. */
  path?: Record<string, string>
  refreshes?: readonly Call[]
  /** The screen shows the notice of success itself. */
  quiet?: boolean
  /** Maps a path of the body to the form's field, where the two differ. */
  fieldOf?: (path: string) => string
  /** Errors that the call's schema cannot know, such as the shape of a value that the answer of another call declares. */
  check?: (values: Values) => FieldError[]
  /** Signs a part of the body that the call itself does not sign. */
  sign?: (body: object) => Promise<object>
  onDone: (outcome: Extract<Outcome<C>, { ok: true }>) => void
}

/**
 * A form over a call, validated by the call's schema: a field on blur and, while it is invalid, on each change; the
 * whole form on submit. Errors of the server are shown at their fields. The first invalid field gets the focus.
 */
export function useCallForm<C extends Call, Values extends object>(
  call: C,
  options: CallFormOptions<C, Values>,
): CallForm<Values> {
  const { act, pending, error } = useAction(call, {
    refreshes: options.refreshes ?? [],
    quiet: options.quiet ?? false,
  })
  const [failure, setFailure] = useState<CallError | null>(null)
  const fieldOf = options.fieldOf ?? ((path: string) => path)
  const texts = (errors: readonly FieldError[]) =>
    Object.fromEntries(errors.map((one) => [fieldOf(one.path), fieldText(one)]))
  const bodyOf = (values: Values) => {
    const body = options.toBody(values)
    return (options.blanks === 'sent' ? body : withoutBlanks(body)) as BodyOf<C>
  }
  const errorTexts = (values: Values) => texts([...errorsOf(call, bodyOf(values)), ...(options.check?.(values) ?? [])])
  const form = useForm<Values>({
    initialValues: options.initial,
    validate: (values) => errorTexts(values),
    validateInputOnBlur: true,
    clearInputErrorOnChange: false,
    onValuesChange: (values) => revalidate(values),
  })
  const revalidate = (values: Values) => {
    const shown = Object.keys(form.errors)
    if (shown.length === 0) return
    const found = errorTexts(values)
    form.setErrors(Object.fromEntries(shown.flatMap((field) => (found[field] ? [[field, found[field]]] : []))))
  }
  const send = async (values: Values) => {
    setFailure(null)
    const body = (await options.sign?.(bodyOf(values))) ?? bodyOf(values)
    const outcome = await act({ ...(options.path ? { path: options.path } : {}), body } as CallInput<C>)
    if (outcome.ok) return options.onDone(outcome)
    const errors = texts(outcome.error.errors)
    const known = Object.keys(errors).filter((field) => form.getInputNode(field as never))
    form.setErrors(errors)
    if (known.length === 0) setFailure(outcome.error)
    else focusFirst(known, form)
  }
  const onSubmit = form.onSubmit(
    (values) => void send(values),
    (errors) => focusFirst(Object.keys(errors), form),
  )
  return { form, onSubmit, pending, failure: error && failure }
}

function errorsOf(call: Call, body: object): FieldError[] {
  if (!call.body) return []
  const whole = call.signed ? { ...body, [signatureField(call)]: 'signed on sending' } : body
  return schemaErrors(call.body, whole)
}

/** The body without empty texts and empty objects, which mean the same as absent ones. */
export function withoutBlanks(body: object): object {
  const entries = Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    const kept = typeof value === 'object' && value !== null && !Array.isArray(value) ? withoutBlanks(value) : value
    const blank = kept === undefined || (typeof kept === 'string' && kept.trim() === '')
    const hollow = typeof kept === 'object' && kept !== null && Object.keys(kept).length === 0
    return blank || hollow ? [] : [[name, kept]]
  })
  return Object.fromEntries(entries) as object
}

/** Focuses the topmost of the fields, after unfolding its group. */
function focusFirst<Values extends object>(fields: string[], form: UseFormReturnType<Values>): void {
  const inputs = fields.flatMap((field) => form.getInputNode<HTMLElement, never>(field as never) ?? [])
  const [first] = inputs.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  const folded = first?.closest('details')
  if (folded) folded.open = true
  first?.focus()
}
