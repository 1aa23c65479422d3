import { z } from 'zod';
import { iso, now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { defineTool } from '@/lib/core/tool';
import { timeField } from '@/lib/tools/fields';

const MAX_MINUTES = 60;

/** The tool that docs/adding-a-tool.md adds; only its test registers it. */
const reminderSet = defineTool({
  name: 'reminder.set',
  title: 'Set a reminder',
  description: 'Sets a reminder for yourself and answers when it is due. Next: events.wait with the stream "me".',
  toolset: 'reminders',
  scope: 'memory:write',
  rest: 'PUT /reminders/{name}',
  source: 'docs/adding-a-tool.md, step 3',
  input: z.strictObject({
    name: z.string().min(1).max(40).describe('Name of the reminder'),
    minutes: z.int().min(1).describe('Minutes until it is due'),
  }),
  output: z.strictObject({
    name: z.string().describe('Name of the reminder'),
    due_at: timeField('When it is due'),
  }),
  errors: ['QUOTA_EXCEEDED', 'VALIDATION_ERROR'],
  hints: { idempotent: true },
  examples: [{ name: 'tea', minutes: 4 }],
  run: async (_context, { name, minutes }) => {
    if (minutes > MAX_MINUTES) {
      throw new AppError('QUOTA_EXCEEDED', `A reminder is due within ${MAX_MINUTES} minutes; minutes was ${minutes}.`);
    }
    return { name, due_at: iso(new Date(now().getTime() + minutes * 60_000)) };
  },
});

export const REMINDER_TOOLS = [reminderSet];
