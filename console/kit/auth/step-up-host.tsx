import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { withTexts } from '#console/kit/i18n/i18n.ts'
import { registerStepUp } from './step-up.ts'

const Dialogue = lazy(withTexts(() => import('./step-up-dialogue.tsx')))

/** Shows the dialogue when an act needs a step-up, and returns its result to the act. */
export function StepUpHost(): ReactNode {
  const [asked, setAsked] = useState<{ answer: (proven: boolean) => void } | null>(null)
  useEffect(
    () =>
      registerStepUp(
        () =>
          new Promise((resolve) => {
            setAsked({
              answer: (proven) => {
                setAsked(null)
                resolve(proven)
              },
            })
          }),
      ),
    [],
  )
  if (!asked) return null
  return (
    <Suspense>
      <Dialogue onAnswer={asked.answer} />
    </Suspense>
  )
}
