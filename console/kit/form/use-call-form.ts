import { useForm, type UseFormReturnType } from '@mantine/form'
import { useState, type SyntheticEvent } from 'react'
import type { Call } from '#contract/kit/call.ts'
import { signatureField } from '#contract/kit/signed-params.ts'
import { schemaErrors } from './schema-errors.ts'
import type { CallError, CallInput } from '#console/kit/api/send-call.ts'
import { useAction, type Outcome } from '#console/kit/api/use-call.ts'
import { fieldText } from '#console/kit/i18n/words.ts'
import type { FieldError } from '#contract/faults.ts'

type BodyOf<C extends Call> = object & (CallInput<C> extends { body: infer Body } ? Body : never)

export interface CallForm<Values extends object> {
  form: UseFormReturnType<Values>
  /** Goes on the form element. */
  onSubmit: (event?: SyntheticEvent<HTMLFormElement>) => void
  pending: boolean
  /** A failure that belongs to no field. */
  failure: CallError | null
}

interface CallFormOptions<C extends Call, Values extends object> {
  initial: Values
  /** The body to send; empty texts in it are left out unless `blanks` says that they mean something. */
  toBody: (values: Values) => object
  /** `sent`: an empty text empties what is there. */
  blanks?: 'left out' | 'sent'
  /** What else the call needs beside the body: its path. */
  path?: Record<string, string>
  refreshes?: readonly Call[]
  /** Leaves the notice of success to the screen. */
  quiet?: boolean
  /** The field of the form that shows what is wrong with a field of the body, where the two differ. */
  fieldOf?: (path: string) => string
  onDone: (outcome: Extract<Outcome<C>, { ok: true }>) => void
}

/**
 * A form over a call: validated by the call's own schema, a field when it is left and again while it is wrong, all of it
 * before sending; what the server finds wrong is shown at its field. The first wrong field gets the focus.
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
  const form = useForm<Values>({
    initialValues: options.initial,
    validate: (values) => texts(errorsOf(call, bodyOf(values))),
    validateInputOnBlur: true,
    clearInputErrorOnChange: false,
    onValuesChange: (values) => revalidate(values),
  })
  const revalidate = (values: Values) => {
    const shown = Object.keys(form.errors)
    if (shown.length === 0) return
    const found = texts(errorsOf(call, bodyOf(values)))
    form.setErrors(Object.fromEntries(shown.flatMap((field) => (found[field] ? [[field, found[field]]] : []))))
  }
  const send = async (values: Values) => {
    setFailure(null)
    const outcome = await act({ ...(options.path ? { path: options.path } : {}), body: bodyOf(values) } as CallInput<C>)
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

/** The body without empty texts and without objects that hold nothing: absent and empty mean the same. */
export function withoutBlanks(body: object): object {
  const entries = Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    const kept = typeof value === 'object' && value !== null && !Array.isArray(value) ? withoutBlanks(value) : value
    const blank = kept === undefined || (typeof kept === 'string' && kept.trim() === '')
    const hollow = typeof kept === 'object' && kept !== null && Object.keys(kept).length === 0
    return blank || hollow ? [] : [[name, kept]]
  })
  return Object.fromEntries(entries) as object
}

/** Unfolds the part of the form that the field is in and goes to it, the topmost of several. */
function focusFirst<Values extends object>(fields: string[], form: UseFormReturnType<Values>): void {
  const inputs = fields.flatMap((field) => form.getInputNode<HTMLElement, never>(field as never) ?? [])
  const [first] = inputs.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  const folded = first?.closest('details')
  if (folded) folded.open = true
  first?.focus()
}
