// The session is requested before any other module is evaluated.
import './kit/auth/start-session-preload.ts'
import './kit/api/zod-config.ts'

// The libraries are evaluated by now. The application is evaluated and started in two more tasks, so that the browser can
// paint and handle input between them.
setTimeout(() => void import('./start.tsx').then(({ start }) => setTimeout(() => void start())))
