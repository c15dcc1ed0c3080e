import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CodeField } from './CodeField';

describe('The code field', () => {
  it('accepts a pasted code with spaces and reports when it is complete', async () => {
    const complete = jest.fn();
    const change = jest.fn((event) => event.target.value);
    render(<CodeField name="code" label="Code" onChange={change} onComplete={complete} />);
    await userEvent.click(screen.getByRole('textbox'));
    await userEvent.paste(' 123 456 ');
    expect(screen.getByRole('textbox')).toHaveValue('123456');
    expect(change).toHaveReturnedWith('123456');
    expect(complete).toHaveBeenCalledWith('123456');
  });

  it('ignores letters and surplus digits while typing', async () => {
    render(<CodeField name="code" label="Code" length={6} />);
    await userEvent.type(screen.getByRole('textbox'), '12a3-45678');
    expect(screen.getByRole('textbox')).toHaveValue('123456');
  });

  it('supports autofill on phones', () => {
    render(<CodeField name="code" label="Code" />);
    expect(screen.getByRole('textbox')).toHaveAttribute('autocomplete', 'one-time-code');
    expect(screen.getByRole('textbox')).toHaveAttribute('inputmode', 'numeric');
  });
});
