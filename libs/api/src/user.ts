import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { AccountKind } from '@konsil/contracts/codes';

/** The signed-in user (docs/specification.md section 3): initially empty, set as a whole. */
export interface User {
  userId: string;
  role: AccountKind | '';
  name: string;
}

const nobody: User = { userId: '', role: '', name: '' };

export const userSlice = createSlice({
  name: 'user',
  initialState: nobody,
  reducers: {
    setUser: (_state, action: PayloadAction<User>) => action.payload,
    resetUser: () => nobody,
  },
});
export const { setUser, resetUser } = userSlice.actions;
