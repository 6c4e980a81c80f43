import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { withTexts } from './i18n.ts'
import { answerStepUpWith } from './step-up.ts'

const Dialogue = lazy(withTexts(() => import('./step-up-dialogue.tsx')))

/** Shows the dialogue when an act needs a fresh proof of who is there, and tells the act how it went. */
export function StepUpHost(): ReactNode {
  const [asked, setAsked] = useState<{ answer: (proven: boolean) => void } | null>(null)
  useEffect(
    () =>
      answerStepUpWith(
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
